import { COLLECTION_NAMES, collectionOf } from "../../../core/schema/collections.ts";
import type { Issue } from "../issue.ts";
import type { LoadedData } from "../load-data.ts";
import { thingsOf } from "../things.ts";

/** Lists of the specification, such as roles, are complete and in its order. */
export function checkLists(data: LoadedData): Issue[] {
  return COLLECTION_NAMES.flatMap((name) => {
    const { order, innerOrders = {} } = collectionOf(name);
    const loaded = data[name];
    if (order === undefined || loaded === undefined || Array.isArray(loaded)) return [];
    const things = thingsOf(data, name).map(({ value }) => value);
    const inner = Object.entries(innerOrders).map(([key, innerOrder]) => ({
      list: things.flatMap((thing): { id: string }[] => Reflect.get(thing, key)),
      order: innerOrder,
    }));
    return [{ list: things, order }, ...inner].flatMap((one) =>
      checkOrder(loaded.file, [name], one.list, one.order),
    );
  });
}

function checkOrder(
  file: string,
  path: Issue["path"],
  list: readonly { id: string }[],
  order: readonly string[],
): Issue[] {
  const given = list.map(({ id }) => id);
  if (given.join() === order.join()) return [];
  const missing = order.filter((id) => !given.includes(id));
  const what =
    missing.length > 0 ? `missing: ${missing.join(", ")}` : `the order is ${given.join(", ")}`;
  return [
    { code: "list-order", file, path, message: `${what}; expected exactly ${order.join(", ")}` },
  ];
}
