// An address under /app that nothing answers: the same page as for an absent or a foreign record.
export { Absent as ConsoleNotFound } from '../admin/kit/parts/states.tsx';
