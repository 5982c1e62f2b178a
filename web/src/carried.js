// @ts-check
// Fills the form from the part of a mailed link behind the #, which no server, proxy or log can
// see.

const form = document.querySelector("form");
const carried = new URLSearchParams(location.hash.slice(1));
const link = carried.get("link");
if (location.hash) history.replaceState(null, "", location.pathname);

if (form && link) {
  for (const field of form.querySelectorAll(".by-code, [name=link]")) field.remove();
  const hidden = document.createElement("input");
  hidden.type = "hidden";
  hidden.name = "link";
  hidden.value = link;
  form.append(hidden);
}
for (const name of ["player", "code"]) {
  const field = form?.querySelector(`input[name=${name}]`);
  const value = carried.get(name);
  if (field instanceof HTMLInputElement && value) field.value = value;
}
