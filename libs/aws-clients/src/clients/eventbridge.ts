import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { callingOften } from './calling-often.js';
import type { ClientSettings } from './client.js';

export function eventBridgeClient(settings: ClientSettings = {}): EventBridgeClient {
  return callingOften(EventBridgeClient, 'events', settings);
}
