/** A filter by type, where `user.*` stands for all types about users. */
export function asGroups(types: readonly string[], known: readonly string[]): string[] {
  const groupOf = (type: string) => type.slice(0, type.indexOf('.') + 1);
  const isWhole = (group: string) =>
    known.filter((type) => groupOf(type) === group).every((type) => types.includes(type));
  const named = types.map((type) => (isWhole(groupOf(type)) ? `${groupOf(type)}*` : type));
  return [...new Set(named)];
}

/** The pattern of EventBridge that takes these types of events of one account; none means all. */
export function patternOf(accountId: string, groups: readonly string[]): object {
  const types = groups.map((each) => (each.endsWith('*') ? { prefix: each.slice(0, -1) } : each));
  return {
    source: ['rollbook'],
    ...(types.length > 0 && { 'detail-type': types }),
    detail: { accountid: [accountId] },
  };
}
