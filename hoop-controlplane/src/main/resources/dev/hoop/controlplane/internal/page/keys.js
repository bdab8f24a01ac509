// One key an action, nowhere near a text field. Approving takes two: one that shows what is about to happen, and enter.

export const installKeys = (queue) => {
  const sheet = document.getElementById("keys");
  const isWriting = (target) => target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable]");

  const go = (rel) => document.querySelector(`a[rel=${rel}]`)?.click();
  const focus = (id) => {
    const target = queue.article()?.querySelector(`#${id}`);
    target?.focus();
    target?.scrollIntoView({ block: "nearest" });
    return Boolean(target);
  };
  const onQueue = () => Boolean(document.getElementById("queue"));
  const hasList = () => Boolean(document.querySelector(".rows"));

  const keys = {
    j: () => (hasList() ? queue.move(1) : go("next")),
    k: () => (hasList() ? queue.move(-1) : go("prev")),
    o: () => queue.open(),
    a: () => focus("approve"),
    r: () => focus("reject") && focus("reason"),
    v: () => focus("revoke"),
    x: () => queue.select(),
    w: () => location.assign("/reviews"),
    h: () => location.assign("/history"),
    "/": () => {
      const field = document.getElementById("text");
      if (field) field.focus();
      else location.assign("/history");
    },
    "?": () => sheet.showModal(),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || sheet.open) return;
    if (event.key === "Escape") {
      const menu = document.querySelector("details.menu[open]");
      if (menu) {
        menu.open = false;
        menu.querySelector("summary").focus();
      } else if (onQueue()) queue.back();
      else document.activeElement?.blur();
      return;
    }
    if (isWriting(event.target)) return;
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  document.getElementById("show-keys")?.addEventListener("click", () => sheet.showModal());
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
};
