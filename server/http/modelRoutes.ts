// Modelling: terms in, figures out. Nothing of the company is read, and nothing is stored but a repeat's answer.
import type { z } from 'zod';
import {
  antiDilutionAnswer,
  antiDilutionBody,
  distributionAnswer,
  distributionBody,
  irrAnswer,
  irrBody,
  roundAnswer,
  roundBody,
  vestingAnswer,
  vestingBody,
  waterfallAnswer,
  waterfallBody,
} from '#src/contract/model.ts';
import { antiDilutionFigures } from '#src/domain/model/antiDilution.ts';
import { distributionFigures } from '#src/domain/model/distributionCall.ts';
import { irrFigures } from '#src/domain/model/irrCall.ts';
import { roundFigures } from '#src/domain/model/roundCall.ts';
import { vestingFigures } from '#src/domain/model/vestingCall.ts';
import { waterfallFigures } from '#src/domain/model/waterfallCall.ts';
import { roles } from '#src/resources/kit/access.ts';
import type { Router } from './routes.ts';

export function modelRoutes(router: Router) {
  const models = <B extends z.ZodType, A extends z.ZodType>(
    name: string,
    summary: string,
    body: B,
    answer: A,
    figures: (body: z.infer<B>) => z.infer<A>,
  ) =>
    router.unaudited().post({
      url: `/api/model/${name}`,
      roles,
      summary,
      body,
      answer,
      handler: async (call) => figures(call.body),
    });
  models('round', 'A priced round with its conversions and pool', roundBody, roundAnswer, roundFigures);
  models('waterfall', 'Who gets what in an exit', waterfallBody, waterfallAnswer, waterfallFigures);
  models('vesting', 'A vesting schedule and what has vested on days', vestingBody, vestingAnswer, vestingFigures);
  models(
    'distribution',
    'An amount for each share, or a total, among holdings',
    distributionBody,
    distributionAnswer,
    distributionFigures,
  );
  models(
    'anti-dilution',
    'What a preferred class converts into after shares were issued below its conversion price',
    antiDilutionBody,
    antiDilutionAnswer,
    antiDilutionFigures,
  );
  models('irr', 'The internal rate of return of dated flows', irrBody, irrAnswer, irrFigures);
}
