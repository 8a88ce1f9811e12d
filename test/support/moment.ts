/** Lets the clock move on, so that what follows is after what was: the time between them, ISO 8601. */
export async function moment(): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 5));
  const now = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 5));
  return now;
}
