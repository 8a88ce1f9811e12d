export function addressesOf(directory: string): {
  repository?: { type: string; url: string; directory: string };
  homepage?: string;
  bugs?: string;
};
