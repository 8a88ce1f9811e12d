export { startRollbook, type StartOptions, type TestRollbook } from './start.js';
export type { TestAccount, AccountOptions, TestMember } from './account.js';
export type { Clock } from './clock.js';
export type { Fault, Faults, Match } from './faults.js';
export type { RecordedEvent, RecordedEvents, WaitOptions } from './recorded-events.js';
export type { Deliveries, DeliveryOptions } from './deliveries.js';
