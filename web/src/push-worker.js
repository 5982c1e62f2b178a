// Shows what is pushed, also when no page of ours is open, and leads to what it is about. The message is a declarative push
// message: browsers that know those need no worker.

addEventListener("push", (event) => {
  const { title, body, lang, navigate, tag } = event.data.json().notification;
  // What replaces another is heard as well.
  const told = { body, lang, tag, renotify: Boolean(tag), data: { navigate } };
  event.waitUntil(registration.showNotification(title, told));
});

/** Goes to a page of ours in the window that is open, or in a new one. */
async function goTo(url) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url.split("#")[0] === url) ?? null;
  return open ? open.focus() : clients.openWindow(url);
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data.navigate));
});
