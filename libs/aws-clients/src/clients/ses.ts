import { SESv2Client } from '@aws-sdk/client-sesv2';
import { configurationOf, prepared, type ClientSettings } from './client.js';

export function sesClient(settings: ClientSettings = {}): SESv2Client {
  return prepared(new SESv2Client(configurationOf(settings)), settings);
}
