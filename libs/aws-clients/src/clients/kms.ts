import { KMSClient } from '@aws-sdk/client-kms';
import { configurationOf, prepared, type ClientSettings } from './client.js';

export function kmsClient(settings: ClientSettings = {}): KMSClient {
  return prepared(new KMSClient(configurationOf(settings)), settings);
}
