import { createAccount, grantTenant, type Directory, type Tenant } from '#libs/directory';
import { byOperator, openTestDirectory, type TestDirectory } from './directory.js';

export interface TestAccount {
  opened: TestDirectory;
  directory: Directory;
  tenant: Tenant;
}

/** One directory for all tests of a file, and a new account for each. */
export function inAccount(use: (account: TestAccount) => void): void {
  let opened: TestDirectory;
  beforeAll(async () => {
    opened = await openTestDirectory();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    const { directory } = opened;
    const { state } = await createAccount(directory, { name: 'Acme' }, byOperator);
    use({ opened, directory, tenant: grantTenant(directory, state.accountId) });
  });
}
