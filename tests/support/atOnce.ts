/** As many calls of one company as are served at the same time; more wait, and are refused (503) where the machine is slow. */
const TOGETHER = 6;

/** Acts `count` times, several at the same moment. Out: the answers, in the order of their numbers. */
export async function atOnce<T>(count: number, act: (n: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  let next = 0;
  const one = async () => {
    for (let n = next++; n < count; n = next++) answers[n] = await act(n);
  };
  await Promise.all(Array.from({ length: Math.min(TOGETHER, count) }, one));
  return answers;
}
