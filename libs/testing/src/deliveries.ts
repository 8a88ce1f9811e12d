import type { IncomingHttpHeaders } from 'node:http';
import type { RollbookClient } from '@rollbook/client';
import { listenOnLoopback } from './loopback-server.js';

export interface DeliveryOptions {
  /** Where your service listens. */
  to: string;
  /** Event types, or groups such as `user.*`; by default all. */
  eventTypes?: readonly string[];
}

/** Webhook deliveries of an account to your service, signed by Rollbook, on a way that can be made bad. */
export interface Deliveries {
  /** With which your service checks the signatures. */
  readonly secret: string;
  /** Each of the next deliveries is sent twice. */
  twice(count?: number): void;
  /** The next deliveries are kept until `release`. */
  hold(count?: number): void;
  /** Sends what was kept: in its order, or in the reverse one. @returns how many */
  release(order?: 'in order' | 'reversed'): Promise<number>;
  /** How many have been sent to your service, and how many are kept. */
  readonly sent: number;
  readonly held: number;
}

interface Delivery {
  headers: Record<string, string>;
  body: string;
}

const ENDPOINTS = '/v1/accounts/{accountId}/webhook-endpoints';

/** A webhook endpoint of the account, which hands on what is delivered to it. */
export async function startDeliveries(
  client: RollbookClient,
  accountId: string,
  { to, eventTypes }: DeliveryOptions,
): Promise<{ deliveries: Deliveries; stop: () => Promise<void> }> {
  const held: Delivery[] = [];
  let [twice, toHold, sent] = [0, 0, 0];
  const handOn = async ({ headers, body }: Delivery): Promise<number> => {
    sent += 1;
    const { status } = await fetch(to, { method: 'POST', headers, body });
    return status;
  };
  const receive = async (delivery: Delivery): Promise<number> => {
    if (toHold > 0) {
      toHold -= 1;
      held.push(delivery);
      return 202;
    }
    if (twice > 0) {
      twice -= 1;
      await handOn(delivery);
    }
    return handOn(delivery);
  };
  const { url, close } = await listenOnLoopback((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      // What does not answer is tried again, as it would be without this.
      receive({ headers: keptOf(request.headers), body }).then(
        (status) => response.writeHead(status).end(),
        () => response.destroy(),
      );
    });
  });
  const { secret } = await client.post(ENDPOINTS, {
    path: { accountId },
    body: { url: `${url}/`, ...(eventTypes && { eventTypes: [...eventTypes] as never }) },
  });
  if (secret == null) throw new Error('The endpoint was created without a secret to sign with.');
  return {
    deliveries: {
      secret,
      twice: (count = 1) => void (twice += count),
      hold: (count = 1) => void (toHold += count),
      async release(order = 'in order') {
        const sending = held.splice(0);
        if (order === 'reversed') sending.reverse();
        for (const delivery of sending) await handOn(delivery);
        return sending.length;
      },
      get sent() {
        return sent;
      },
      get held() {
        return held.length;
      },
    },
    stop: close,
  };
}

/** What is of the delivery, not of the connection. */
function keptOf(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => /^(content-type|user-agent|webhook-)/.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
