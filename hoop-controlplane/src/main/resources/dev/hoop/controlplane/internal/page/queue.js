// The list with the selected review beside it, where there is room. On a narrow screen a row is a link to its page.

const WIDE = matchMedia("(min-width: 62rem)");

export const installQueue = ({ page, renew, announce }) => {
  const pane = document.getElementById("pane");
  const list = document.getElementById("rows");
  const rows = () => [...document.querySelectorAll(".row[data-id]")];
  const beside = () => Boolean(pane) && WIDE.matches;
  const article = () => (pane ? pane.querySelector(".review") : document.querySelector("main > .review"));

  let selected = "";
  let place = 0;
  let asked = 0;
  /** What was written about reviews that are not shown now. */
  const drafts = new Map();

  const current = () => rows().find((row) => row.dataset.id === selected);

  const mark = (row, focus) => {
    for (const other of rows()) {
      if (other !== row) delete other.dataset.selected;
    }
    selected = row ? row.dataset.id : "";
    if (!row) return;
    place = rows().indexOf(row);
    row.dataset.selected = "";
    if (focus) row.querySelector(".open").focus();
    row.scrollIntoView({ block: "nearest" });
  };

  const put = (fresh) => {
    const written = article()?.querySelector("#reason");
    if (written?.value) drafts.set(article().dataset.id, written.value);
    pane.replaceChildren(document.adoptNode(fresh));
    const field = article().querySelector("#reason");
    if (field) field.value = drafts.get(article().dataset.id) ?? "";
    drafts.delete(article().dataset.id);
  };

  const hint = () => {
    const text = document.createElement("p");
    text.className = "hint";
    text.textContent = rows().length ? "Select a review." : "You are all caught up.";
    pane.replaceChildren(text);
  };

  const show = async (id) => {
    const turn = ++asked;
    const fresh = (await page(`/reviews/${id}`)).getElementById("review");
    if (turn !== asked || !fresh) return;
    const shown = article();
    if (shown && shown.dataset.id === id) {
      renew(shown, fresh);
    } else {
      put(fresh);
      pane.scrollTop = 0;
    }
  };

  const select = (row, focus = true) => {
    mark(row, focus);
    if (row && beside()) show(row.dataset.id).catch(() => {});
  };

  const move = (by) => {
    const all = rows();
    if (!all.length) return;
    const row = current();
    const at = row ? all.indexOf(row) + by : by > 0 ? Math.min(place, all.length - 1) : place - 1;
    select(all[Math.max(0, Math.min(all.length - 1, at))]);
  };

  const toast = (text, id) => {
    document.querySelector(".toast")?.remove();
    const note = document.createElement("p");
    note.className = "toast";
    note.textContent = `${text} `;
    const link = document.createElement("a");
    link.href = `/reviews/${id}`;
    link.textContent = "Show it";
    note.append(link);
    document.body.append(note);
    announce(text);
    setTimeout(() => note.remove(), 6000);
  };

  /** A decision in the pane: the page stays, and the next review comes. */
  const decide = async (event) => {
    event.preventDefault();
    const form = event.target;
    const id = article().dataset.id;
    const action = event.submitter?.getAttribute("formaction") ?? form.getAttribute("action");
    const buttons = form.querySelectorAll("button");
    for (const button of buttons) button.disabled = true;
    try {
      const answer = await fetch(action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("review");
      // Signed out meanwhile, or something that is no review: the server says what.
      if (!fresh) return location.assign(`/reviews/${id}`);
      const done = answer.ok && fresh.dataset.status !== "pending";
      if (article()?.dataset.id === id) pane.replaceChildren(document.adoptNode(fresh));
      if (!done) return pane.querySelector(".problem, .review")?.scrollIntoView({ block: "nearest" });
      const did = action.split("/").pop();
      toast({ approve: "Approved.", reject: "Rejected.", revoke: "Revoked." }[did], id);
      const all = rows();
      const at = all.findIndex((row) => row.dataset.id === id);
      // The list may know already, and the row be gone.
      const next = at < 0 ? (all[place] ?? all[all.length - 1]) : (all[at + 1] ?? all[at - 1]);
      if (next && did !== "revoke") select(next);
      else article().focus({ preventScroll: true });
    } catch {
      for (const button of buttons) button.disabled = false;
      toast("The control plane did not answer. Look whether it was done:", id);
    }
  };

  if (pane) {
    pane.hidden = false;
    hint();
    pane.addEventListener("submit", decide);
    list.addEventListener("click", (event) => {
      const link = event.target.closest("a.open");
      if (!link || !beside() || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      const row = link.closest(".row");
      // A second time, or with the enter key on what is shown: into it.
      if (event.detail === 0 && article()?.dataset.id === row.dataset.id) article().focus();
      else select(row);
    });
    list.addEventListener("focusin", (event) => {
      const row = event.target.closest(".row");
      if (row && row.dataset.id !== selected) mark(row, false);
    });
    WIDE.addEventListener("change", () => current() && select(current(), false));
    if (beside() && rows().length) select(rows()[0], false);
  }

  return {
    move,
    article,
    select: () => current()?.querySelector("input[type=checkbox]")?.click(),
    open: () => {
      const link = current()?.querySelector(".open") ?? (pane ? article()?.querySelector(".permalink") : null);
      if (link) location.assign(link.href);
    },
    enter: () => article()?.focus(),
    back: () => {
      const row = current() ?? rows()[Math.min(place, rows().length - 1)];
      if (row) row.querySelector(".open").focus();
    },
    /** The list is up to date; so has to be what stands beside it. */
    refreshed: async () => {
      if (!pane) return;
      const shown = article();
      if (shown) await show(shown.dataset.id);
      else if (beside() && rows().length) select(rows()[0], false);
      else hint();
      if (!current()) selected = "";
      else current().dataset.selected = "";
    },
  };
};
