/** The number of lines of a hill, and the number of bends of each line. */
const LINES = 5;
const BENDS = 9;

/** Draws two hills as contour lines on a grid of 160 by 90. Returns the data of one SVG path. */
export function contours(random: () => number): string {
  const left = { x: 20 + random() * 45, y: 18 + random() * 54, radius: 48 + random() * 14 };
  const right = { x: 100 + random() * 45, y: 18 + random() * 54, radius: 48 + random() * 14 };
  return hill(left, random) + hill(right, random);
}

type Hill = { x: number; y: number; radius: number };

function hill({ x, y, radius }: Hill, random: () => number): string {
  const bumps = Array.from({ length: BENDS }, () => 0.72 + random() * 0.56);
  const turn = random() * Math.PI;
  const lean = { x: (random() - 0.5) * 14, y: (random() - 0.5) * 10 };
  const lines = Array.from({ length: LINES }, (_, at) => {
    const share = (at + 1) / LINES;
    const points = bumps.map((bump, bend): Point => {
      const angle = turn + (bend / BENDS) * 2 * Math.PI;
      const reach = radius * share * (1 + (bump - 1) * (0.4 + 0.6 * share));
      return [
        x + lean.x * (1 - share) + Math.cos(angle) * reach,
        y + lean.y * (1 - share) + Math.sin(angle) * reach * 0.8,
      ];
    });
    return closedCurve(points);
  });
  return lines.join("");
}

type Point = readonly [x: number, y: number];

/** A smooth closed line. Each point bends a quadratic curve between the middles of two sides. */
function closedCurve(points: readonly Point[]): string {
  const middle = (at: number): string => {
    const [a, b] = [points[at % points.length], points[(at + 1) % points.length]];
    return a === undefined || b === undefined
      ? ""
      : formatPoint([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  };
  const bends = points.map((point, at) => `Q${formatPoint(point)} ${middle(at)}`);
  return `M${middle(points.length - 1)}${bends.join("")}`;
}

/** Rounds to a tenth of a unit: a third of a pixel in a picture 512 px wide. */
function formatPoint([x, y]: Point): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}
