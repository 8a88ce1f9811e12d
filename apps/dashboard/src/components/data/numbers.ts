const NUMBER = new Intl.NumberFormat('en');

export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** "1 person", "4,812 people". */
export function counted(value: number, one: string, many: string): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}
