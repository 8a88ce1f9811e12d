// Loaded before a server's own program: tells the CPU time its process has used when it is asked.
process.on('message', (message) => {
  if (message !== 'cpu') return;
  const { user, system } = process.cpuUsage();
  process.send({ cpuMicroseconds: user + system, residentBytes: process.memoryUsage.rss() });
});
