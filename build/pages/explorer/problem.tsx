import { PROBLEM_TYPES, type ProblemType } from "../../schema/problem-types.ts";
import type { Page } from "../layout.tsx";

/** What a problem type means and what to do, as the `type` of a problem promises. */
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
