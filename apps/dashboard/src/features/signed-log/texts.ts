export const TEXTS = {
  title: 'Signed log',
  what: 'Every event of this account is in a log that cannot be rewritten unnoticed, not even by those who run this installation.',
  name: 'Name',
  key: 'Key',
  keyHint: 'Compare it with the key that the operator has published elsewhere.',
  read: 'Show the newest checkpoint',
  checkpoint: 'Newest checkpoint',
  keep: 'Keep a copy elsewhere. With it anybody can later show that an event it covers was changed or removed.',
  download: 'Download',
  proof: 'Proof',
  getProof: 'Get the proof',
  proves:
    'The proof shows that this event is in the signed log. Check it without this server; policy.txt names the keys that you trust:',
  command: 'Command',
};

/** With the keys that one trusts in a policy: https://c2sp.org/tlog-policy. */
export const verifyCommand = (file: string) => `npx @rollbook/verify ${file} --policy policy.txt`;
