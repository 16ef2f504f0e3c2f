import { PROBLEM_TYPES, type ProblemType } from "../../../core/schema/problem-types.ts";
import type { Page } from "../layout.tsx";

/** A problem type: its meaning and what to do. The `type` of a problem is this address. */
export function problemPage(type: ProblemType): Page {
  const { status, title, meaning, remedy } = PROBLEM_TYPES[type];
  return {
    path: `/problems/${type}`,
    title: `${status} ${title}`,
    description: meaning,
    isUnlisted: true,
    children: (
      <div class="prose">
        <p class="label">Problem type</p>
        <h1>
          {status} {title}
        </h1>
        <p>{meaning}</p>
        <h2>What to do</h2>
        <p>{remedy}</p>
      </div>
    ),
  };
}
