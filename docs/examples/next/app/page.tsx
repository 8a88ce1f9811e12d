'use client';

import { createClient } from '@rollbook/client';
import { ServiceGroupSelect } from '@rollbook/react';
import { useEffect, useState } from 'react';

const rollbook = createClient({
  baseUrl: process.env.NEXT_PUBLIC_ROLLBOOK_URL ?? '',
  // Called for each request, so a token may be short-lived.
  token: async () => {
    const { token } = (await (await fetch('/api/rollbook-token')).json()) as { token: string };
    return token;
  },
});

export default function Page() {
  const [user, setUser] = useState<{ accountId: string; userId: string }>();
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    void rollbook.get('/v1/me').then(({ accountId, id }) => accountId && setUser({ accountId, userId: id }));
  }, []);
  return (
    <main>
      {user && (
        <ServiceGroupSelect
          {...user}
          rollbook={rollbook}
          value={chosen}
          onChange={(serviceGroup) => setChosen(serviceGroup?.id)}
        />
      )}
    </main>
  );
}
