/** An item as it stands in a stream record. */
export type Image = Readonly<
  Record<string, { S?: string | undefined; N?: string | undefined; BOOL?: boolean | undefined }>
>;

export function entityOf(image: Image | undefined): string {
  return textOf(image, 'entity');
}

/** Empty if the item has no such attribute. */
export function textOf(image: Image | undefined, name: string): string {
  return image?.[name]?.S ?? '';
}
