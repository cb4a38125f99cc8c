// SPDX-License-Identifier: BSL-1.0
// Labels beside points, so that none covers another label or another point.

const size = {height: 13, character: 7.2, gap: 9};

const overlaps = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Where a label may stand around its point: beside it first, then farther away. */
function* candidates({x, y}, width) {
  for (const distance of [0, 14, 28, 42, 56, 70]) {
    for (const [dx, dy] of [[size.gap, 4], [size.gap, -6], [size.gap, 15], [-size.gap - width, 4],
                            [-size.gap - width, -6], [-width / 2, -10], [-width / 2, 20]])
      yield {x: x + dx, y: y + dy + Math.sign(dy || 1) * distance, leader: distance > 0};
  }
}

/** Points `{x, y}` and their words -> `{x, y, words, leader}`; `x` is the left end, `y` the baseline. */
export function placed_labels(points, words, {width: chart_width, height: chart_height}) {
  const taken = points.map(({x, y}) => ({left: x - 5, right: x + 5, top: y - 5, bottom: y + 5}));
  return points.map((point, i) => {
    const width = words[i].length * size.character;
    const room = ({x, y}) => ({left: x, right: x + width, top: y - size.height + 3, bottom: y + 3});
    const free = spot => {
      const area = room(spot);
      return area.left > 50 && area.right < chart_width && area.top > 0 && area.bottom < chart_height - 40 &&
             !taken.some(other => overlaps(area, other));
    };
    const spots = [...candidates(point, width)];
    const spot = spots.find(free) ?? spots[0];
    taken.push(room(spot));
    return {...spot, words: words[i]};
  });
}
