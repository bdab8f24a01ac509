// Keeps the page as the server has it, by server-sent events. Everything works without scripts.
import { holdsDraft, morph } from "./morph.js";
import { installKeys } from "./keys.js";
import { installQueue } from "./queue.js";

const root = document.documentElement;
root.classList.add("scripts");

const announce = (text) => (document.getElementById("announce").textContent = text);

/** The page at an address, or nothing when somebody else's answer came instead. */
const page = async (address) => {
  const answer = await fetch(address, { credentials: "same-origin", redirect: "error" });
  return new DOMParser().parseFromString(await answer.text(), "text/html");
};

/** What somebody writes stays, but it cannot be sent any more: it would mean something else by now. */
const showChange = (article) => {
  for (const footer of article.querySelectorAll(".decide")) {
    if (!holdsDraft(footer)) footer.remove();
    else for (const button of footer.querySelectorAll("button")) button.disabled = true;
  }
  if (article.querySelector(".changed")) return;
  const note = document.createElement("p");
  note.className = "changed";
  note.setAttribute("role", "status");
  note.textContent = "This review has changed while you were writing. ";
  const link = document.createElement("a");
  link.href = `/reviews/${article.dataset.id}`;
  link.textContent = "Go on with it as it is now";
  link.addEventListener("click", (event) => {
    event.preventDefault();
    goOn(article).catch(() => location.assign(link.href));
  });
  note.append(link);
  article.append(note);
};

/** The review as it is now, with what was written. */
const goOn = async (article) => {
  const written = article.querySelector("#reason")?.value ?? "";
  const fresh = (await page(`/reviews/${article.dataset.id}`)).getElementById("review");
  article.replaceWith(document.adoptNode(fresh));
  const field = fresh.querySelector("#reason");
  if (field) field.value = written;
  (field ?? fresh).focus();
};

/** Brings the review that is shown up to date. */
const renew = (article, fresh) => {
  const focused = article.contains(document.activeElement);
  if (morph(article, fresh)) showChange(article);
  if (focused && document.activeElement === document.body) article.focus({ preventScroll: true });
};

const queue = installQueue({ page, renew, announce });
installKeys(queue);

/** The page's own regions: the count, the list, or the review that it is about. */
const refresh = async () => {
  const article = document.querySelector("main > .review");
  const own = article ? `/reviews/${article.dataset.id}` : document.getElementById("main").dataset.address;
  // What a form answered cannot be had again; how many wait can.
  const fresh = await page(own || "/reviews");
  if (own) document.title = fresh.title;
  for (const region of document.querySelectorAll("[data-live]")) {
    const other = region.id && fresh.getElementById(region.id);
    if (!other || region.closest("#pane")) continue;
    if (region.classList.contains("review")) renew(region, other);
    else morph(region, other);
  }
  await queue.refreshed();
};

const PAUSE = 700;
let timer = 0;
let last = 0;
let running = false;
let again = false;
const soon = () => {
  // What is being fetched may be from before.
  if (running) again = true;
  else if (!timer) timer = setTimeout(run, Math.max(60, last + PAUSE - Date.now()));
};
const run = async () => {
  timer = 0;
  running = true;
  // What fails is made good when the stream is there again.
  await refresh().catch(() => {});
  running = false;
  last = Date.now();
  if (again) {
    again = false;
    soon();
  }
};

const target = (freeze) => freeze.requester ?? [freeze.listener, freeze.sidecar].filter(Boolean).join(" of ");
const words = {
  filed: (review) => `New review on ${review.listener_name}`,
  frozen: (freeze) => `Frozen: ${target(freeze)}`,
  unfrozen: (freeze) => `No longer frozen: ${target(freeze)}`,
};

const REFUSED_PAUSE = 30_000;

const follow = () => {
  const stream = new EventSource("/api/reviews/stream");
  // Something may have happened since the page was made, or while the stream was broken.
  stream.addEventListener("ready", soon);
  for (const name of ["filed", "decided", "executed", "expired", "frozen", "unfrozen"]) {
    stream.addEventListener(name, (event) => {
      if (words[name]) announce(words[name](JSON.parse(event.data)));
      soon();
    });
  }
  // What broke off the browser opens again by itself; what was refused (429, 503), it does not.
  stream.addEventListener("error", () => {
    if (stream.readyState !== EventSource.CLOSED) return;
    announce("This page is not live for now; it asks again every 30 seconds.");
    soon();
    setTimeout(follow, REFUSED_PAUSE);
  });
  window.addEventListener("pagehide", () => stream.close());
};

if (window.EventSource) {
  follow();
  // A page that comes back from the browser's cache has heard nothing meanwhile.
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
}

const near = (seconds) => {
  const away = Math.abs(seconds);
  const text =
    away < 60 ? `${away} s`
    : away < 3600 ? `${Math.floor(away / 60)} min`
    : away < 172800 ? `${Math.floor(away / 3600)} h`
    : `${Math.floor(away / 86400)} days`;
  return seconds > 0 ? `in ${text}` : away < 1 ? "just now" : `${text} ago`;
};
setInterval(() => {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const text = near(Math.round((Date.parse(time.dateTime) - Date.now()) / 1000));
    if (time.textContent !== text) time.textContent = text;
  }
}, 1000);

document.querySelector(".sections [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });

// The look changes where the page is: nothing that somebody wrote is lost.
document.querySelector(".theme")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = event.submitter;
  const form = new URLSearchParams(new FormData(event.target));
  form.set("theme", button.value);
  await fetch("/theme", { method: "POST", body: form, redirect: "manual" });
  root.dataset.theme = button.value === "auto" ? "" : button.value;
  for (const other of event.target.querySelectorAll("button")) other.setAttribute("aria-pressed", other === button);
});
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
