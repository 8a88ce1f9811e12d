import { PERSONAL_FIELDS, type EventType, type PublishedEvent } from '#libs/event-contracts';

/** Without the fields that its definition declares personal. The same before and after an erasure. */
export function withoutPersonalData({ data, erased: _, ...attributes }: PublishedEvent): PublishedEvent {
  if (data === undefined) return attributes;
  const personal = PERSONAL_FIELDS[attributes.type as EventType];
  const kept = Object.entries(data as object).filter(([name]) => !(name in personal));
  return { ...attributes, data: Object.fromEntries(kept) };
}
