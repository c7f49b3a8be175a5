// An unknown address under /app: shows the same page as an absent or a foreign record.
export { Absent as ConsoleNotFound } from '../admin/kit/parts/states.tsx';
