import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.AccountsApi;
import org.openapitools.client.api.ChatApi;
import org.openapitools.client.api.GamesApi;
import org.openapitools.client.api.HistoryApi;
import org.openapitools.client.api.KindsApi;
import org.openapitools.client.api.PlayApi;
import org.openapitools.client.model.GameInput;
import org.openapitools.client.model.GameStatus;
import org.openapitools.client.model.JoinRequest;
import org.openapitools.client.model.MovesInput;
import org.openapitools.client.model.SignUp;

/** Plays a game with the generated client: {@code java Play thats-life 200}. */
class Play {
  /** Returns a client that sends this token. */
  static ApiClient client(String token) {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("TURNPIKE_URL"));
    if (token != null) {
      client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    }
    return client;
  }

  /** Signs up a player. */
  static ApiClient player(String name) throws Exception {
    var unique = name + "-" + UUID.randomUUID().toString().substring(0, 8);
    var who = new SignUp().name(unique).email(unique + "@example.org").password("correct horse battery");
    return client(new AccountsApi(client(null)).signUp(who, null).getSession().getAccessToken());
  }

  /** Plays the kind of game that the first argument names, for as many moves as the second one says. */
  public static void main(String[] arguments) throws Exception {
    var kind = arguments[0];
    var limit = Integer.parseInt(arguments[1]);
    var random = new Random();
    var kinds = new KindsApi(client(null)).listKinds(null).getKinds();
    var offered = kinds.stream().filter(it -> it.getId().equals(kind)).findFirst().orElseThrow();
    var seats = Math.min(Math.max(2, offered.getMinSeats()), offered.getMaxSeats());
    var players = new ArrayList<ApiClient>();
    for (var name : List.of("ann", "ben", "cleo").subList(0, seats)) {
      players.add(player(name));
    }
    var creator = players.get(0);
    var game = new GamesApi(creator).createGame(new GameInput().kind(kind).seats(seats), null);
    var id = game.getId();
    for (var other : players.subList(1, seats)) {
      game = new GamesApi(other).joinGame(id, new JoinRequest().entropy("mine"));
    }
    var moves = 0;
    var status = game.getStatus();
    var toAct = game.getToAct();
    while (status == GameStatus.RUNNING && moves < limit) {
      var play = new PlayApi(players.get(toAct.get(random.nextInt(toAct.size()))));
      var legal = play.listLegalMoves(id, null, null);
      status = legal.getStatus();
      toAct = legal.getToAct();
      if (!legal.getMoves().isEmpty()) {
        var move = legal.getMoves().get(random.nextInt(legal.getMoves().size()));
        var played = play.playMoves(id, new MovesInput().seq(legal.getSeq()).addMovesItem(move));
        status = played.getStatus();
        toAct = played.getToAct();
        moves += 1;
      }
    }
    var log = new HistoryApi(creator).getLog(id, null, null, null, null);
    var chat = new ChatApi(creator).listMessages(id, null, null, null, null);
    var picture = new GamesApi(creator).getBoardPng(id, null, null, null, null, null, null, null, null, null, null, null);
    var bytes = picture.length();
    picture.delete();
    var record = new HistoryApi(creator).exportGame(id);
    System.out.printf(
        "%s: %d moves, %s, %d entries, %d messages, a picture of %d bytes, a record of %d entries%n",
        kind, moves, status, log.getEntries().size(), chat.getMessages().size(), bytes, record.getEntries().size());
  }
}
