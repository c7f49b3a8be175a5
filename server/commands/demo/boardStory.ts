// The board of the sample company: five seats, as the agreement of its Series A has them, and one that has ended.
import { createBoardSeat } from '../board/boardSeats.ts';
import type { ClassKey, Day } from './company.ts';
import type { Story } from './story.ts';

const seats: readonly { name: string; email: string; elected: Day; ended?: Day; by?: ClassKey }[] = [
  { name: 'Mara Lindqvist', email: 'mara@tidewater.example', elected: [0, '03-04'] },
  { name: 'Daniel Okafor', email: 'daniel@tidewater.example', elected: [0, '03-04'] },
  { name: 'Priya Raman', email: 'priya@tidewater.example', elected: [0, '03-04'], ended: [2, '10-04'] },
  { name: 'Grace Okonkwo', email: 'grace@okonkwo.example', elected: [1, '02-28'], by: 'seed' },
  { name: 'Sofia Almqvist', email: 'sofia@kestrel.example', elected: [2, '10-04'], by: 'seriesA' },
  { name: 'Ruth Adeyemi', email: 'ruth@adeyemi.example', elected: [2, '11-02'] },
];

export async function tellBoard(story: Story): Promise<void> {
  for (const { name, email, elected, ended, by } of seats) {
    const context = await story.as('daniel', story.day(ended ?? elected));
    await createBoardSeat(context, {
      name,
      email,
      share_class_id: by === undefined ? null : story.classIds[by]!,
      elected_on: story.day(elected),
      ended_on: ended === undefined ? null : story.day(ended),
    });
  }
}
