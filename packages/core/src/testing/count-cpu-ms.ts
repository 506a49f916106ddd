/**
 * Milliseconds of processor that this thread spends on some work. Unlike the time on a clock they do not grow with what
 * else the machine does, so a limit on them separates linear from quadratic work on any machine.
 */
export async function countCpuMs(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
