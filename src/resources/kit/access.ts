// Who may do what: data and one function. The screens ask it what to show; the server asks it before a verb runs and turns
// `rowFilter` into the query's condition. Row-level security repeats the same rules in the database.

export const roles = ['owner', 'admin', 'staff', 'viewer', 'shareholder'] as const;
export type Role = (typeof roles)[number];

type Standing = 'owner' | 'administrator' | 'editor' | 'reader' | 'holder';

/**
 * What each role is in a company. A new role needs one line here; every group, declaration, verb and route follows from
 * it. tests/server/access/roles.test.ts compares the SQL functions of row-level security with these groups.
 */
const standings = {
  owner: 'owner',
  admin: 'administrator',
  staff: 'editor',
  viewer: 'reader',
  shareholder: 'holder',
} as const satisfies Record<Role, Standing>;

const inStanding = (...of: Standing[]): readonly Role[] => roles.filter((role) => of.includes(standings[role]));

/** The groups of roles, each contained in the next: owns the account, decides, keeps the books, reads them. */
export const owners = inStanding('owner');
export const administrators = inStanding('owner', 'administrator');
export const editors = inStanding('owner', 'administrator', 'editor');
export const readers = inStanding('owner', 'administrator', 'editor', 'reader');
/** For a person who is invited to work for a company, unless another is chosen. Named, because a role may be added. */
export const leastMember: Role = 'viewer';
/** Roles that see only their own holdings. */
export const holders = inStanding('holder');
export const isHolder = (role: Role): boolean => holders.includes(role);
/** For people without an active membership: the role that sees least. */
export const leastRole: Role = 'shareholder';

export type MembershipStatus = 'active' | 'pending' | 'rejected' | 'none';

/** The signed-in person in one organisation. `shareholder_id` is set once staff, or an invitation, linked them. */
export interface Actor {
  account_id: string;
  org_id: string | null;
  role: Role;
  membership_status: MembershipStatus;
  shareholder_id: string | null;
  /** The company's time zone: an IANA name, UTC if none is set. */
  time_zone?: string | null;
}

export type Action = 'read' | 'create' | 'update' | 'delete';

/**
 * Links a row to a shareholder. `column` must equal the holder's id (`match: 'either'`: the holder's or the account's
 * id; `match: 'false'`: it is a flag that is not set). `via` instead looks for a row of another table whose `on` is this
 * row's id, or its `from`.
 */
export interface Scope {
  column: string;
  match: 'shareholder' | 'either' | 'false';
  via?: { table: string; on: string; from?: string };
}

export interface Grant {
  actions: readonly Action[];
  scope: Scope | null;
}

const ALL: readonly Action[] = ['read', 'create', 'update', 'delete'];

type GrantText = 'all' | 'none' | `${Action}` | `${Action} ${Action}` | `${Action} ${Action} ${Action}`;

/** What each group of roles may do. `editors` and `readers` are those in no higher group. */
export interface AccessDeclaration {
  administrators: GrantText;
  editors: GrantText | Grant;
  readers: GrantText | Grant;
  holders: GrantText | Grant;
}
export type Access = Record<Role, Grant>;

/** Rows that belong to the shareholder: `own('read', { column: 'shareholder_id', match: 'shareholder' })`. */
export function own(actions: Exclude<GrantText, 'none'>, scope: Scope): Grant {
  return { actions: parseActions(actions), scope };
}

/** Rows whose flag is not set: `unless('is_private', 'read')`. */
export const unless = (flag: string, actions: Exclude<GrantText, 'none'>): Grant =>
  own(actions, { column: flag, match: 'false' });

/** Certificates, grants, convertibles and warrants: the people of the company issue them, and each holder reads their own. */
export const ofSecurities: AccessDeclaration = {
  administrators: 'read create',
  editors: 'read create',
  readers: 'read',
  holders: own('read', { column: 'shareholder_id', match: 'shareholder' }),
};

/** The company keeps these rows; a holder reads those for which another table has a row of theirs. */
export const keptForHolders = (table: string, on: string): AccessDeclaration => ({
  administrators: 'all',
  editors: 'all',
  readers: 'read',
  holders: own('read', { column: 'shareholder_id', match: 'shareholder', via: { table, on } }),
});

/** What holders read because of a security of theirs whose column `on` names the row, or its column `from`. */
export const readThroughSecurities = (on: string, from?: string): Grant =>
  own('read', {
    column: 'stakeholder_id',
    match: 'shareholder',
    via: { table: 'security', on, ...(from ? { from } : {}) },
  });

export function readAccess(declared: AccessDeclaration): Access {
  const entries = roles.map((role) => {
    const grant = declared[groupOf[standings[role]]];
    return [role, typeof grant === 'string' ? { actions: parseActions(grant), scope: null } : grant];
  });
  return Object.fromEntries(entries) as Access;
}

const groupOf = {
  owner: 'administrators',
  administrator: 'administrators',
  editor: 'editors',
  reader: 'readers',
  holder: 'holders',
} as const satisfies Record<Standing, keyof AccessDeclaration>;

function parseActions(text: GrantText): readonly Action[] {
  if (text === 'all') return ALL;
  if (text === 'none') return [];
  return text.split(' ') as Action[];
}

interface HasAccess {
  access: Access;
}

/** May this role use this verb at all? `rowFilter` decides about single rows. */
export function can(actor: Pick<Actor, 'role'>, action: Action, resource: HasAccess): boolean {
  return resource.access[actor.role].actions.includes(action);
}

export type RowFilter =
  | { type: 'all' }
  | { type: 'none' }
  | { type: 'match'; column: string; values: readonly string[]; via?: { table: string; on: string; from?: string } };

/** Which rows of a resource the actor may see. Someone whose membership is not active sees none. */
export function rowFilter(actor: Actor, resource: HasAccess): RowFilter {
  const grant = resource.access[actor.role];
  if (actor.membership_status !== 'active' || !grant.actions.includes('read')) return { type: 'none' };
  if (!grant.scope) return { type: 'all' };
  const { column, match, via } = grant.scope;
  if (match === 'false') return { type: 'match', column, values: ['false'], via };
  const values = match === 'either' ? [actor.account_id, actor.shareholder_id] : [actor.shareholder_id];
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? { type: 'none' } : { type: 'match', column, values: known, via };
}

/** Which of the company's people may read all of a resource: the widest group of roles. */
export function widestReaders({ access }: { access: Record<Role, Grant> }): 'administrators' | 'editors' | 'readers' {
  const mayRead = (group: readonly Role[]) => group.every((role) => access[role].actions.includes('read'));
  return mayRead(readers) ? 'readers' : mayRead(editors) ? 'editors' : 'administrators';
}
