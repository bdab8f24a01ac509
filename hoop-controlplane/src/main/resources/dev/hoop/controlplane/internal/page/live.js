// Keeps the page's live region as the server has it. Everything works without this file.
(() => {
  "use strict";
  const region = () => document.querySelector("[data-live]");
  if (!region() || !window.EventSource) return;
  const watched = region().dataset.live;
  // After a refused form the address in the browser is the form's.
  const source = region().dataset.url || location.href;
  let timer = 0;

  const isBeingEdited = () =>
    [...region().querySelectorAll("textarea")].some((field) => field.value !== "" || field === document.activeElement);

  const tellOfChange = () => {
    if (document.querySelector(".changed")) return;
    const note = document.createElement("p");
    note.className = "changed";
    note.setAttribute("role", "status");
    note.textContent = "This review has changed. ";
    const link = document.createElement("a");
    link.href = source;
    link.textContent = "Show it as it is now";
    note.append(link);
    region().after(note);
  };

  const refresh = async () => {
    // What somebody is writing is not thrown away.
    if (isBeingEdited()) return tellOfChange();
    const answer = await fetch(source, { credentials: "same-origin", redirect: "error" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-live]");
    if (fresh && !isBeingEdited()) region().replaceWith(document.adoptNode(fresh));
  };

  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => refresh().catch(() => {}), 150);
  };

  const stream = new EventSource("/api/reviews/stream");
  let connected = false;
  stream.addEventListener("ready", () => {
    // Events may have been missed while the stream was broken.
    if (connected) soon();
    connected = true;
  });
  for (const name of ["filed", "decided", "executed", "expired"]) {
    stream.addEventListener(name, (event) => {
      if (watched === "all" || JSON.parse(event.data).id === watched) soon();
    });
  }
  window.addEventListener("pagehide", () => stream.close());

  const near = (seconds) => {
    const away = Math.abs(seconds);
    const text = away < 60 ? `${away} s` : away < 3600 ? `${Math.floor(away / 60)} min`
      : away < 172800 ? `${Math.floor(away / 3600)} h` : `${Math.floor(away / 86400)} days`;
    return seconds > 0 ? `in ${text}` : away < 1 ? "just now" : `${text} ago`;
  };
  setInterval(() => {
    for (const time of document.querySelectorAll("time[datetime]")) {
      const text = near(Math.round((Date.parse(time.dateTime) - Date.now()) / 1000));
      if (time.textContent !== text) time.textContent = text;
    }
  }, 1000);
})();
