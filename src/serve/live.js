"use strict";
// A run that is being played: each event is what `/api/runs/N` answers, and replaces what is shown.

(() => {
  const data = document.getElementById("data");
  if (!data)
    return; // a page without a run

  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const signed = (number) => (number > 0 ? "+" : "") + number.toFixed(0);

  function show(run, state) {
    const progress = document.getElementById("progress");
    progress.max = run.planned;
    progress.value = run.games;
    document.getElementById("state").textContent =
      `${run.games.toLocaleString("en")} of ${run.planned.toLocaleString("en")} games, ${state}.`;
    const rows = [...run.agents].sort((a, b) => b.elo - a.elo).map((agent) => {
      const row = document.createElement("tr");
      const cell = (kind, text) => {
        row.append(document.createElement(kind));
        row.lastChild.textContent = text;
      };
      cell("th", agent.agent);
      row.firstChild.scope = "row";
      cell("td", agent.games.toLocaleString("en"));
      cell("td", agent.wins.toLocaleString("en"));
      cell("td", agent.games ? percent(agent.wins / agent.games) : "\u2013");
      cell("td", agent.interval ? agent.interval.map(percent).join(" to ") : "\u2013");
      cell("td", signed(agent.elo));
      return row;
    });
    document.getElementById("agents").replaceChildren(...rows);
  }

  const first = JSON.parse(data.textContent);
  show(first, "waiting for more");
  const events = new EventSource(`/api/runs/${first.run}/events`);
  events.addEventListener("played", (event) => show(JSON.parse(event.data), "being played"));
  events.addEventListener("finished", (event) => {
    show(JSON.parse(event.data), "finished");
    events.close();
  });
  events.addEventListener("gone", () => {
    document.getElementById("state").textContent = "This run is no longer there.";
    events.close();
  });
})();
