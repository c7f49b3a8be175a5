// Closed-loop load over keep-alive connections: each sends its next request after the answer to the last.
import http from 'node:http';

export interface Target {
  url: string;
  headers: Record<string, string>;
}

const CONNECTIONS = 8;

/** Answers per second. Throws on any answer but 200. */
export async function requestsPerSecond(target: Target, milliseconds: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const started = performance.now();
  let answered = 0;
  const connection = async () => {
    while (performance.now() - started < milliseconds) {
      await get(agent, target);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return answered / seconds;
}

export function get(agent: http.Agent | undefined, { url, headers }: Target): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.on('end', () => resolve(response)).resume();
    });
    request.on('error', reject);
  });
}
