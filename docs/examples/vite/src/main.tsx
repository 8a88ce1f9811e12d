// "Select service group" in a page without a server of its own. The access token is in the address, so that you can try it.
import { createClient, isRollbookError } from '@rollbook/client';
import { ServiceGroupSelect } from '@rollbook/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

// Your own sign-in comes here: the access token that your provider has issued for Rollbook's audience.
const token = location.hash.slice(1) || 'none';
const rollbook = createClient({ baseUrl: import.meta.env.VITE_ROLLBOOK_URL, token });
const root = createRoot(document.getElementById('root')!);

function Page(user: { accountId: string; userId: string }) {
  const [chosen, setChosen] = useState<string>();
  return (
    <ServiceGroupSelect
      {...user}
      rollbook={rollbook}
      value={chosen}
      onChange={(serviceGroup) => setChosen(serviceGroup?.id)}
    />
  );
}

rollbook.get('/v1/me').then(
  ({ accountId, id }) => root.render(<Page accountId={accountId ?? ''} userId={id} />),
  (error: unknown) =>
    root.render(<p role="alert">{isRollbookError(error) ? error.message : 'Rollbook gave no answer.'}</p>),
);
