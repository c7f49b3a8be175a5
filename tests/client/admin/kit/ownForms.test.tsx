// A declared form is for the generated screen. A screen of its own has its fields by hand, so nothing in `form` would appear.
import { expect, it } from 'vitest';
import { bespokeScreens } from '../../../../src/admin/screens.tsx';
import { resourceNamed } from '../../../../src/resources/index.ts';

const own = Object.entries(bespokeScreens).filter(([, screens]) => screens?.create || screens?.edit);

it.each(own.map(([name]) => name))('%s, which has a form of its own, declares none', (name) => {
  expect(resourceNamed(name).form).toEqual([]);
});

it('covers every screen with a form of its own', () => {
  expect(own.length).toBeGreaterThan(5);
});
