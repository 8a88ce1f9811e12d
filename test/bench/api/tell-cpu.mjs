// Loaded before a server's own program: tells the CPU time and the memory of its process when it is asked.
process.on('message', (message) => {
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send({ cpuMicroseconds: user + system, residentBytes: process.memoryUsage.rss() });
  } else if (message === 'memory') {
    globalThis.gc();
    const { heapUsed, rss } = process.memoryUsage();
    process.send({ heapBytes: heapUsed, residentBytes: rss });
  }
});
