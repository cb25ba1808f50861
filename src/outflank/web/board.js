// The board: discs as SVG under a grid of cells for pointers, keys and screen readers.
// Animation and highlighting happen here; Python receives only the chosen square.

const CELL = 100;
const NARROW = 20;
const WIDE = 44; // room for coordinates
const RADIUS = 43;
const THICKNESS = 15;
const DIRECTIONS = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy])).filter(([dx, dy]) => dx || dy);

const nameOf = (square) => "abcdefgh"[square % 8] + (Math.floor(square / 8) + 1);
const centre = (square) => [((square % 8) + 0.5) * CELL, (Math.floor(square / 8) + 0.5) * CELL];

// The discs that a move flips.
function flips(cells, square, own) {
  const other = own === "X" ? "O" : "X";
  const turned = [];
  for (const [dx, dy] of DIRECTIONS) {
    const ray = [];
    let x = (square % 8) + dx;
    let y = Math.floor(square / 8) + dy;
    while (x >= 0 && x < 8 && y >= 0 && y < 8 && cells[y * 8 + x] === other) {
      ray.push(y * 8 + x);
      x += dx;
      y += dy;
    }
    if (x >= 0 && x < 8 && y >= 0 && y < 8 && cells[y * 8 + x] === own) turned.push(...ray);
  }
  return turned;
}

export default {
  template: `
    <div class="of-board">
      <svg class="of-board__picture" :viewBox="'0 0 ' + size + ' ' + size" aria-hidden="true" focusable="false">
        <defs>
          <radialGradient v-for="(side, id) in { X: 'black', O: 'white' }" :id="'of-' + id" :key="side" cx="36%" cy="28%" r="82%">
            <stop offset="0" :style="'stop-color: var(--of-' + side + '-light)'" />
            <stop offset="0.55" :style="'stop-color: var(--of-' + side + ')'" />
            <stop offset="1" :style="'stop-color: var(--of-' + side + '-dark)'" />
          </radialGradient>
          <linearGradient id="of-frame" x1="0" y1="0" x2="1" y2="1">
            <stop offset="0" style="stop-color: var(--of-frame-light)" />
            <stop offset="1" style="stop-color: var(--of-frame)" />
          </linearGradient>
          <radialGradient id="of-felt" cx="50%" cy="45%" r="75%">
            <stop offset="0" style="stop-color: var(--of-felt-light)" />
            <stop offset="1" style="stop-color: var(--of-felt)" />
          </radialGradient>
        </defs>
        <rect :width="size" :height="size" rx="14" fill="url(#of-frame)" />
        <rect :x="frame - 5" :y="frame - 5" width="${8 * CELL + 10}" height="${8 * CELL + 10}" rx="4" class="of-edge" />
        <g v-if="labels" class="of-labels">
          <template v-for="index in 8" :key="index">
            <text :x="frame + (index - 0.5) * ${CELL}" y="${WIDE / 2 - 1}">{{ "abcdefgh"[flipped ? 8 - index : index - 1] }}</text>
            <text x="${WIDE / 2 - 1}" :y="frame + (index - 0.5) * ${CELL}">{{ flipped ? 9 - index : index }}</text>
          </template>
        </g>
        <g :transform="'translate(' + frame + ' ' + frame + ')'">
          <rect width="${8 * CELL}" height="${8 * CELL}" fill="url(#of-felt)" />
          <path :d="grid" class="of-grid" />
          <circle v-for="spot in [[2, 2], [6, 2], [2, 6], [6, 6]]" :key="spot.join()" :cx="spot[0] * ${CELL}" :cy="spot[1] * ${CELL}" r="7" class="of-spot" />
          <rect v-if="lastShown >= 0 && shown[lastShown] !== '.'" :x="x(lastShown) - ${CELL / 2 - 2}" :y="y(lastShown) - ${CELL / 2 - 2}" width="${CELL - 4}" height="${CELL - 4}" class="of-last-cell" />
          <g v-for="square in shownLegal" :key="'legal' + square">
            <circle :cx="x(square)" :cy="y(square)" r="13" class="of-legal" :class="'of-legal--' + turn" />
          </g>
          <g v-for="disc in discs" :key="'disc' + disc.square">
            <ellipse :cx="x(disc.square) + disc.lift * 6" :cy="y(disc.square) + 5 + disc.lift * 12" :rx="${RADIUS}" :ry="${RADIUS}" class="of-shadow" :style="{ opacity: 1 - disc.lift * 0.5 }" />
            <g v-if="disc.turning" :transform="'translate(' + x(disc.square) + ' ' + y(disc.square) + ') scale(' + (1 + disc.lift * 0.1) + ')'">
              <g :transform="'rotate(' + disc.axis + ')'">
                <ellipse :cx="-disc.edge" cy="0" :rx="${RADIUS} * disc.squash" ry="${RADIUS}" :class="'of-rim--' + disc.below" />
                <rect :x="-disc.edge" y="${-RADIUS}" :width="disc.edge" height="${2 * RADIUS}" :class="'of-rim--' + disc.below" />
                <rect x="0" y="${-RADIUS}" :width="disc.edge" height="${2 * RADIUS}" :class="'of-rim--' + disc.side" />
                <g :transform="'translate(' + disc.edge + ' 0) scale(' + disc.squash + ' 1) rotate(' + -disc.axis + ')'">
                  <circle r="${RADIUS}" :fill="'url(#of-' + disc.side + ')'" :class="'of-disc of-disc--' + disc.side" />
                </g>
              </g>
            </g>
            <circle v-else :cx="x(disc.square)" :cy="y(disc.square)" :r="${RADIUS} * disc.scale" :fill="'url(#of-' + disc.side + ')'" :class="'of-disc of-disc--' + disc.side" />
          </g>
          <g v-if="hovered >= 0" class="of-preview">
            <circle :cx="x(hovered)" :cy="y(hovered)" r="${RADIUS}" :fill="'url(#of-' + turn + ')'" :class="'of-disc of-disc--' + turn" opacity="0.55" />
            <circle v-for="square in preview" :key="'preview' + square" :cx="x(square)" :cy="y(square)" r="15" :fill="'url(#of-' + turn + ')'" :class="'of-disc of-disc--' + turn" />
          </g>
          <circle v-if="lastShown >= 0 && shown[lastShown] !== '.'" :cx="x(lastShown)" :cy="y(lastShown)" r="8" class="of-last" />
          <g v-for="ghost in ghosts" :key="'ghost' + ghost.number">
            <circle :cx="x(ghost.square)" :cy="y(ghost.square)" r="34" :fill="'url(#of-' + ghost.side + ')'" :class="'of-disc of-disc--' + ghost.side" opacity="0.72" />
            <text :x="x(ghost.square)" :y="y(ghost.square)" :class="'of-number of-number--' + ghost.side">{{ ghost.number }}</text>
          </g>
          <template v-for="(score, square) in shownScores" :key="'score' + square">
            <rect v-if="score.best" :x="x(square) - 45" :y="y(square) - 29" width="90" height="58" rx="14" class="of-best" />
            <text :x="x(square)" :y="y(square) - (score.detail ? 9 : 0)" class="of-score" :class="{ 'of-score--best': score.best }">{{ score.text }}</text>
            <text v-if="score.detail" :x="x(square)" :y="y(square) + 17" class="of-detail" :class="{ 'of-score--best': score.best }">{{ score.detail }}</text>
          </template>
          <g v-if="arrow && arrow.length && !ghosts.length && !ahead" class="of-arrow">
            <circle :cx="x(arrow[1])" :cy="y(arrow[1])" r="36" />
            <path :d="arrowPath" />
          </g>
          <g v-for="(mark, square) in shownMarks" :key="'mark' + square" :transform="'translate(' + (x(square) + 30) + ' ' + (y(square) - 30) + ')'">
            <circle r="19" :class="'of-mark of-mark--' + mark.kind" />
            <text class="of-mark__text">{{ mark.text }}</text>
          </g>
        </g>
      </svg>
      <div class="of-board__cells" :style="inset" role="grid" :aria-label="words.board" @keydown="key" @pointerleave="hover(-1)">
        <div v-for="row in 8" :key="row" role="row" class="of-board__row">
          <div v-for="column in 8" :key="column" role="gridcell" class="of-cell"
            :class="{ 'of-cell--legal': canChoose(at(row, column)) }"
            :data-square="nameOf(at(row, column))"
            :tabindex="at(row, column) === focus ? 0 : -1"
            :aria-label="spoken(at(row, column))"
            :aria-disabled="!canChoose(at(row, column))"
            @mousedown.prevent="leaveCells"
            @click="choose(at(row, column))"
            @focus="focus = at(row, column)"
            @pointerenter="hover(at(row, column), $event)"
          ></div>
        </div>
      </div>
      <div v-if="notice" class="of-notice" role="status"><span>{{ notice }}</span></div>
    </div>`,
  props: {
    cells: String,
    legal: Array,
    turn: String,
    last: Number,
    open: Boolean,
    heard: Number,
    editing: Boolean,
    hints: Boolean,
    labels: Boolean,
    scores: Object,
    marks: Object,
    line: Array,
    base: Object, // cells and turn where the line begins; null: the position on the board
    arrow: Array, // from the played square to a better one
    notice: String,
    speed: Number,
    sound: Boolean,
    words: Object,
  },
  emits: ["square"],
  data() {
    // `ahead`: the position after a click, shown until Python answers.
    return { focus: 19, hovered: -1, flipped: false, turns: {}, drops: {}, ahead: null, aheadLast: -1 };
  },
  mounted() {
    this.flip = () => (this.flipped = !this.flipped);
    window.addEventListener("of-flip", this.flip);
  },
  unmounted() {
    window.removeEventListener("of-flip", this.flip);
  },
  computed: {
    isElsewhere() {
      return Boolean(this.base && this.line && this.line.length);
    },
    shown() {
      return this.isElsewhere ? this.base.cells : (this.ahead ?? this.cells);
    },
    shownMarks() {
      return this.isElsewhere ? {} : this.marks;
    },
    arrowPath() {
      const [x1, y1, x2, y2] = this.arrow.flatMap((square) => [this.x(square), this.y(square)]);
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
      const at = (along, across) => `${x1 + ux * along - uy * across} ${y1 + uy * along + ux * across}`;
      const tip = length - 30;
      return `M${at(30, 7)}L${at(tip - 26, 7)}L${at(tip - 30, 20)}L${at(tip, 0)}L${at(tip - 30, -20)}L${at(tip - 26, -7)}L${at(30, -7)}Z`;
    },
    lastShown() {
      return this.ahead ? this.aheadLast : this.last;
    },
    isOpen() {
      return this.open && !this.ahead;
    },
    frame() {
      return this.labels ? WIDE : NARROW;
    },
    size() {
      return 8 * CELL + this.frame + NARROW;
    },
    inset() {
      const [near, far] = [this.frame, NARROW].map((width) => `${(100 * width) / this.size}%`);
      return { inset: `${near} ${far} ${far} ${near}` };
    },
    grid() {
      return [...Array(9).keys()].map((i) => `M${i * CELL} 0V${8 * CELL}M0 ${i * CELL}H${8 * CELL}`).join("");
    },
    shownLegal() {
      const scored = this.scores || {};
      return this.hints && this.isOpen && !this.ghosts.length ? this.legal.filter((square) => !(square in scored)) : [];
    },
    shownScores() {
      return this.ghosts.length || this.ahead ? {} : this.scores || {};
    },
    preview() {
      return this.hovered < 0 ? [] : flips(this.shown, this.hovered, this.turn);
    },
    ghosts() {
      let side = this.isElsewhere ? this.base.turn : this.turn;
      return (this.line || [])
        .map((square, index) => {
          const ghost = { square, side, number: index + 1 };
          side = side === "X" ? "O" : "X";
          return ghost;
        })
        .filter((ghost) => ghost.square < 64);
    },
    discs() {
      const discs = [];
      for (let square = 0; square < 64; square++) {
        const side = this.shown[square];
        if (side === ".") continue;
        const turn = this.turns[square];
        if (turn === undefined) {
          discs.push({ square, side, lift: 0, scale: this.drops[square] ?? 1 });
          continue;
        }
        // A coin that turns about an axis perpendicular to the direction of the move.
        const angle = Math.PI * turn.done;
        const before = side === "X" ? "O" : "X";
        const isOver = turn.done >= 0.5;
        discs.push({
          square,
          turning: true,
          axis: turn.axis,
          squash: Math.max(Math.abs(Math.cos(angle)), 0.001),
          edge: (THICKNESS / 2) * Math.sin(angle),
          lift: Math.sin(angle),
          side: isOver ? side : before,
          below: isOver ? before : side,
        });
      }
      return discs;
    },
  },
  watch: {
    cells() {
      this.ahead = null;
    },
    heard() {
      this.ahead = null;
    },
    shown(now, before) {
      this.hovered = -1;
      if (this.isElsewhere || this.wasElsewhere) this.stopTurning();
      else this.animate(before, now);
      this.wasElsewhere = this.isElsewhere;
    },
    open() {
      this.hovered = -1;
    },
  },
  methods: {
    nameOf,
    x(square) {
      return centre(this.turned(Number(square)))[0];
    },
    y(square) {
      return centre(this.turned(Number(square)))[1];
    },
    // Maps a square to where it is drawn, and back, on a flipped board.
    turned(square) {
      return this.flipped ? 63 - square : square;
    },
    at(row, column) {
      return this.turned((row - 1) * 8 + column - 1);
    },
    // Mouse clicks take no focus, so that arrow keys still step through the game.
    leaveCells() {
      if (this.$el.contains(document.activeElement)) document.activeElement.blur();
    },
    stopTurning() {
      this.run = (this.run || 0) + 1;
      this.turns = {};
      this.drops = {};
    },
    canChoose(square) {
      return this.editing || (this.isOpen && this.legal.includes(square));
    },
    choose(square) {
      if (this.$el.contains(document.activeElement)) this.look(square);
      this.focus = square;
      if (!this.canChoose(square)) return;
      this.$emit("square", square);
      if (!this.editing) this.goAhead(square);
    },
    goAhead(square) {
      const turned = new Set([square, ...flips(this.cells, square, this.turn)]);
      this.ahead = [...this.cells].map((mark, index) => (turned.has(index) ? this.turn : mark)).join("");
      this.aheadLast = square;
    },
    hover(square, event) {
      if (event && event.pointerType === "touch") return;
      this.hovered = square >= 0 && !this.editing && this.canChoose(square) ? square : -1;
    },
    spoken(square) {
      const parts = [nameOf(square), this.words[this.shown[square]]];
      if (this.isOpen && !this.editing && this.legal.includes(square)) parts.push(this.words.legal);
      if (square === this.lastShown) parts.push(this.words.last);
      const score = (this.scores || {})[square];
      if (score) parts.push(`${this.words.score} ${score.text}`);
      const mark = (this.marks || {})[square];
      if (mark) parts.push(mark.spoken);
      return parts.join(", ");
    },
    // Arrows move the focus, Enter plays. Typed square names are handled by the page (keys.py).
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      const place = this.turned(this.focus);
      const column = place % 8;
      const row = Math.floor(place / 8);
      if (steps[event.key]) {
        const [dx, dy] = steps[event.key];
        this.look(this.turned(Math.min(7, Math.max(0, row + dy)) * 8 + Math.min(7, Math.max(0, column + dx))));
      } else if (event.key === "Home") this.look(this.turned(row * 8));
      else if (event.key === "End") this.look(this.turned(row * 8 + 7));
      else if (event.key === "Enter" || event.key === " ") this.choose(this.focus);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    look(square) {
      this.focus = square;
      this.$el.querySelector(`[data-square="${nameOf(square)}"]`).focus();
    },
    animate(before, now) {
      const isStill = !this.speed || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
      const turned = [];
      const placed = [];
      for (let square = 0; square < 64; square++) {
        if (before[square] === now[square] || now[square] === ".") continue;
        (before[square] === "." ? placed : turned).push(square);
      }
      this.turns = {};
      this.drops = {};
      if (placed.length === 1 && this.sound) this.knock();
      if (isStill || placed.length > 1) return;
      const origin = placed.length ? placed[0] : null;
      const motions = turned.map((square) => {
        const [dx, dy] = origin === null ? [1, 0] : [(square % 8) - (origin % 8), (square >> 3) - (origin >> 3)];
        const distance = Math.max(Math.abs(dx), Math.abs(dy), 1);
        return { square, axis: (Math.atan2(dy, dx) * 180) / Math.PI, delay: origin === null ? 0 : 0.22 * (distance - 1) };
      });
      const started = performance.now();
      const run = (this.run = (this.run || 0) + 1);
      const frame = (time) => {
        if (run !== this.run) return;
        const elapsed = Math.max(0, time - started) / this.speed;
        const turns = {};
        for (const { square, axis, delay } of motions) {
          const done = (elapsed - delay) / 1;
          if (done < 1) {
            const eased = done <= 0 ? 0 : done * done * (3 - 2 * done);
            turns[square] = { axis, done: eased };
          }
        }
        this.turns = turns;
        this.drops = origin !== null && elapsed < 0.35 ? { [origin]: 1.25 - (0.25 * elapsed) / 0.35 } : {};
        if (Object.keys(turns).length || Object.keys(this.drops).length) requestAnimationFrame(frame);
      };
      frame(started);
    },
    knock() {
      const audio = (this.audio = this.audio || new AudioContext());
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.setValueAtTime(420, audio.currentTime);
      tone.frequency.exponentialRampToValueAtTime(130, audio.currentTime + 0.06);
      volume.gain.setValueAtTime(0.25, audio.currentTime);
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.12);
      tone.connect(volume).connect(audio.destination);
      tone.start();
      tone.stop(audio.currentTime + 0.13);
    },
  },
};
