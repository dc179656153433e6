// Shows the turns of a game on a canvas. Texts of mods are set as text.
"use strict";
(async () => {
  const find = (id) => document.getElementById(id);
  const packed = Uint8Array.from(atob(find("data").textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const { size, columns, turns, last } = await new Response(stream).json();
  const tiles = new Image();
  tiles.src = `data:image/png;base64,${find("tiles").textContent.trim()}`;
  await tiles.decode();
  const canvas = find("map");
  const pen = canvas.getContext("2d");
  let at = -1;
  let width = 0;
  // Number of the tile of each square, and whether it is only remembered.
  let squares = [];
  let dim = [];

  function drawSquare(square) {
    const [x, y, tile] = [(square % width) * size, Math.floor(square / width) * size, squares[square]];
    pen.drawImage(tiles, (tile % columns) * size, Math.floor(tile / columns) * size, size, size, x, y, size, size);
    if (dim[square]) {
      pen.fillStyle = "#0009";
      pen.fillRect(x, y, size, size);
    }
  }

  // Changes the squares as the next turn does; returns those that changed.
  function goOn() {
    at += 1;
    const turn = turns[at];
    if (turn.size) {
      width = turn.size[0];
      squares = new Array(width * turn.size[1]).fill(0);
      dim = squares.map(() => false);
    }
    const changed = new Set(turn.dim);
    for (const square of turn.dim) dim[square] = !dim[square];
    for (let i = 0; i < turn.squares.length; i += 2) {
      squares[turn.squares[i]] = turn.squares[i + 1];
      changed.add(turn.squares[i]);
    }
    return changed;
  }

  function show(wanted) {
    const target = Math.max(0, Math.min(turns.length - 1, wanted));
    let changed = null;
    if (target === at + 1 && at >= 0 && !turns[target].size) {
      changed = goOn();
    } else {
      if (target < at) at = -1;
      while (at < target) goOn();
    }
    const height = squares.length / width;
    if (!changed) {
      if (canvas.width !== width * size || canvas.height !== height * size) {
        canvas.width = width * size;
        canvas.height = height * size;
      }
      changed = squares.keys();
    }
    for (const square of changed) drawSquare(square);
    const turn = turns[at];
    find("turn").textContent = `turn ${turn.turn} of ${last}`;
    find("line").textContent = turn.line;
    find("read").textContent = turn.read.join("\n");
    canvas.setAttribute("aria-label", `Map, turn ${turn.turn}`);
    find("slider").value = at;
    for (const id of ["first", "back"]) find(id).disabled = at === 0;
    for (const id of ["next", "last"]) find(id).disabled = at === turns.length - 1;
    if (at === turns.length - 1) stop();
  }

  let timer = 0;
  function stop() {
    clearInterval(timer);
    timer = 0;
    find("play").textContent = "Play";
  }
  function play() {
    if (timer) return stop();
    if (at === turns.length - 1) show(0);
    timer = setInterval(() => show(at + 1), 200);
    find("play").textContent = "Pause";
  }
  const steps = { first: () => 0, back: () => at - 1, next: () => at + 1, last: () => turns.length - 1 };
  for (const [id, step] of Object.entries(steps)) {
    find(id).addEventListener("click", () => {
      stop();
      show(step());
    });
  }
  find("play").addEventListener("click", play);
  find("large").addEventListener("click", () => {
    find("large").setAttribute("aria-pressed", find("view").classList.toggle("large"));
  });
  find("slider").max = turns.length - 1;
  find("slider").addEventListener("input", (event) => show(Number(event.target.value)));
  const keys = { Home: "first", ArrowLeft: "back", "[": "back", ArrowRight: "next", "]": "next", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.target.id === "slider" || !keys[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    find(keys[event.key]).click();
  });
  if (turns.length > 1) find("steps").hidden = find("state").hidden = false;
  show(0);
  document.body.dataset.ready = "";
})();
