import type { MasterKey } from '#libs/directory';
import { fileMasterKey } from '#libs/secrets';

/** Where the run's master key is: in a file named by the setup, shared by processes. */
export function masterKeyFile(): string {
  const file = process.env['ROLLBOOK_MASTER_KEY_FILE'];
  if (!file) throw new Error('Run the tests with `npm test`, which says where the master key is.');
  return file;
}

export function testMasterKey(): MasterKey {
  return fileMasterKey(masterKeyFile());
}
