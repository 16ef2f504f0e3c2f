import { connectNames } from "./all-names.tsx";
import { connectEarlierKit } from "./earlier-kit.tsx";

const select = document.querySelector<HTMLSelectElement>("#as-of");
if (select !== null) connectEarlierKit(select);
const fold = document.querySelector<HTMLDetailsElement>("#all-names");
if (fold !== null) connectNames(fold);
