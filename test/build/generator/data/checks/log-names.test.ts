import { expect, it } from "vitest";
import { checkLogNames } from "../../../../../build/generator/data/checks/spellings.ts";

const map = (about: object) => ({
  file: "maps/ilios.json",
  value: {
    ...{ id: "ilios", name: "Ilios", mode: "control" as const, aliases: [], variants: [] },
    ...{ sources: [], ...about },
  },
});
const value = {
  modes: { control: ["Control"], clash: ["Clash"] },
  ...{ teams: { 1: ["Team 1"], 2: ["Team 2"] }, keys: {} },
  maps: [{ id: "hanaoka", name: "Hanaoka", mode: "clash", aliases: ["하나오카"] }],
  sources: [],
};
const messages = (about: object, stages: object[] = []) =>
  checkLogNames({
    maps: [map({ stages })],
    "log-names": { file: "log-names.json", value: { ...value, ...about } },
  }).map(({ message }) => message);

it("lets a log's names mean one thing each", () => {
  expect(messages({})).toEqual([]);
  expect(checkLogNames({ maps: [map({})], "log-names": undefined })).toEqual([]);
});

it.each([
  [{ teams: { 1: ["Team"], 2: ["team"] } }, [], '"team" of 2 is a spelling of 1 too'],
  [{}, [{ id: "well", name: "Well", aliases: ["Hanaoka"] }], "is a spelling of ilios well too"],
  [{ maps: [{ ...value.maps[0], aliases: ["ILIOS"] }] }, [], "is a spelling of ilios too"],
  [{ modes: { control: ["Control"] } }, [], '"clash" of hanaoka is not one of the modes'],
])("reports %j %j", (about, stages, message) => {
  expect(messages(about, stages).join()).toContain(message);
});
