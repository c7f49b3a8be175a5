// Templates of withholding rules.
import { z } from 'zod';
import { administrators, readers } from '#src/resources/kit/access.ts';
import { withholdingTemplateList } from '#src/resources/withholding.ts';
import { orgOf } from '../auth/actor.ts';
import { switchTemplateOn } from '../commands/company/withholdingTemplate.ts';
import { readCompany } from '../data/companyRow.ts';
import { withholdingTemplates } from '../data/withholding/templates.ts';
import type { Router } from './routes.ts';

export function withholdingRoutes(router: Router) {
  const { deps } = router;
  router.get({
    url: '/api/withholding-templates',
    summary: 'Templates of withholding rules, each rule with its source and date',
    answer: withholdingTemplateList,
    roles: readers,
    handler: async () => withholdingTemplates(deps.config.dataDir),
  });
  router.audited({ action: 'update', resource: 'organization', summary: 'switched on withholding rules' }).post({
    url: '/api/organization/withholding-template',
    summary: 'Make the rules of a template the company’s own; nothing is withheld before',
    body: z.strictObject({ template: z.string('Name a template, such as us.').max(40) }),
    roles: administrators,
    answers: 'organization',
    handler: async ({ tx, actor, body, entry }) => {
      const before = await readCompany(tx, orgOf(actor));
      const after = await switchTemplateOn({ tx, actor, deps }, body);
      if (entry) Object.assign(entry, { before, after: { ...after }, resource_id: orgOf(actor) });
      return after;
    },
  });
}
