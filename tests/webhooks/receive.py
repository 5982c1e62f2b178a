"""Receives webhooks of a real server, and verifies them with the published library."""

import time
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from server import PATIENCE, call, player

received = Queue()
answers = [500]


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        received.put((dict(self.headers), body))
        self.send_response(answers.pop() if answers else 204)
        self.end_headers()

    def log_message(self, *_):
        pass


def refused(webhook, body, headers, why):
    try:
        webhook.verify(body, headers)
    except WebhookVerificationError as error:
        assert why in str(error), error
    else:
        raise AssertionError(f"it should have been refused: {why}")


receiver = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
Thread(target=receiver.serve_forever, daemon=True).start()
ann, ben = player("ann"), player("ben")
wanted = {"url": f"http://127.0.0.1:{receiver.server_port}/", "events": ["game.started"]}
made = call("POST", "/v1/me/webhooks", wanted, ann)
path, webhook = f"/v1/me/webhooks/{made['id']}", Webhook(made["secret"])
game = call("POST", "/v1/games", {"kind": "thats-life", "seats": 2}, ann)["id"]
call("POST", f"/v1/games/{game}/seats", {}, ben)

# The receiver answers 500 to the first delivery. The retry has the same id, so receivers can
# recognise it.
(first, body), (headers, again) = received.get(timeout=PATIENCE), received.get(timeout=PATIENCE)
told = webhook.verify(again, headers)
assert told["type"] == "game.started" and told["data"]["game_id"] == game, told
assert webhook.verify(body, first) == told
seen = set()
assert [it["webhook-id"] in seen or seen.add(it["webhook-id"]) for it in (first, headers)] == [None, True]

# A change in any part is rejected.
no_match = "No matching signature"
refused(webhook, again.replace(b"started", b"ended"), headers, no_match)
refused(webhook, again, headers | {"webhook-id": "msg_other"}, no_match)
refused(webhook, again, headers | {"webhook-timestamp": str(int(headers["webhook-timestamp"]) - 1)}, no_match)
refused(Webhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), again, headers, no_match)
# An old message is rejected even with a valid signature.
old = datetime.now(tz=timezone.utc) - timedelta(minutes=6)
signed = webhook.sign(headers["webhook-id"], old, again.decode())
stale = {"webhook-timestamp": str(int(old.timestamp())), "webhook-signature": signed}
refused(webhook, again, headers | stale, "too old")

# After a rotation, both secrets sign.
new = Webhook(call("POST", f"{path}/secret", None, ann)["secret"])
call("POST", f"{path}/test", None, ann)
headers, body = received.get(timeout=PATIENCE)
for each in (webhook, new):
    assert each.verify(body, headers)["type"] == "webhook.test"

for _ in range(10 * PATIENCE):
    log = call("GET", f"{path}/deliveries", None, ann)["deliveries"]
    if all(it["status"] == "delivered" for it in log):
        break
    time.sleep(0.1)
assert [(it["event"], it["response_status"], it["attempts"]) for it in log] == [
    ("webhook.test", 204, 1),
    ("game.started", 204, 2),
], log
print("Python's standardwebhooks verifies deliveries, and rejects changed, replayed and old ones.")
