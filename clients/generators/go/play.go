// Plays a game with the generated client: play thats-life 200
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand"
	"os"
	"strconv"
	"time"

	"turnpike/openapi"
)

// client calls the server.
var client = func() *openapi.APIClient {
	configuration := openapi.NewConfiguration()
	configuration.Servers[0].URL = os.Getenv("TURNPIKE_URL")
	return openapi.NewAPIClient(configuration)
}()

// must returns the answer, or ends the program with the problem.
func must[T, R any](answer T, _ R, problem error) T {
	if problem != nil {
		log.Fatal(problem)
	}
	return answer
}

// player signs up a player, and returns the context that sends their token.
func player(name string) context.Context {
	name = fmt.Sprintf("%s-%08x", name, rand.Uint32())
	who := openapi.NewSignUp(name+"@example.org", name, "correct horse battery")
	signedUp := must(client.AccountsAPI.SignUp(context.Background()).SignUp(*who).Execute())
	return context.WithValue(context.Background(), openapi.ContextAccessToken, signedUp.Session.AccessToken)
}

func main() {
	rand.Seed(time.Now().UnixNano())
	kind := os.Args[1]
	limit, problem := strconv.Atoi(os.Args[2])
	if problem != nil {
		log.Fatal(problem)
	}
	seats := int32(0)
	for _, it := range must(client.KindsAPI.ListKinds(context.Background()).Execute()).Kinds {
		if it.Id == kind {
			seats = it.MinSeats
			if seats < 2 && it.MaxSeats >= 2 {
				seats = 2
			}
		}
	}
	players := []context.Context{}
	for _, name := range []string{"ann", "ben", "cleo"}[:seats] {
		players = append(players, player(name))
	}
	input := openapi.NewGameInput(kind)
	input.SetSeats(seats)
	game := must(client.GamesAPI.CreateGame(players[0]).GameInput(*input).Execute())
	for _, other := range players[1:] {
		mine := openapi.NewJoinRequest()
		mine.SetEntropy("mine")
		game = must(client.GamesAPI.JoinGame(other, game.Id).JoinRequest(*mine).Execute())
	}
	moves, status, toAct := 0, game.Status, game.ToAct
	for status == openapi.GAMESTATUS_RUNNING && moves < limit {
		turn := players[toAct[rand.Intn(len(toAct))]]
		legal := must(client.PlayAPI.ListLegalMoves(turn, game.Id).Execute())
		status, toAct = legal.Status, legal.ToAct
		if len(legal.Moves) > 0 {
			move := legal.Moves[rand.Intn(len(legal.Moves))]
			input := openapi.NewMovesInput([]map[string]interface{}{move}, legal.Seq)
			played := must(client.PlayAPI.PlayMoves(turn, game.Id).MovesInput(*input).Execute())
			moves, status, toAct = moves+1, played.Status, played.ToAct
		}
	}
	entries := must(client.HistoryAPI.GetLog(players[0], game.Id).Execute()).Entries
	messages := must(client.ChatAPI.ListMessages(players[0], game.Id).Execute()).Messages
	picture := must(client.GamesAPI.GetBoardPng(players[0], game.Id).Execute())
	file, problem := picture.Stat()
	if problem != nil {
		log.Fatal(problem)
	}
	os.Remove(picture.Name())
	record := must(client.HistoryAPI.ExportGame(players[0], game.Id).Execute())
	fmt.Printf("%s: %d moves, %s, %d entries, %d messages, a picture of %d bytes, a record of %d entries\n",
		kind, moves, status, len(entries), len(messages), file.Size(), len(record.Entries))
}
