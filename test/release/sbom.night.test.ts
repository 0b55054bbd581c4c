import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { productionPackages, ROOT } from './locked-packages.ts';

const MAX_BYTES = 10_000_000;
const DEVELOPMENT = 'cdx:npm:package:development';

interface Component {
  readonly 'bom-ref': string;
  readonly hashes?: readonly { readonly alg: string }[];
  readonly properties?: readonly { readonly name: string }[];
}

test('npm run sbom lists every package of the service with its checksum, and marks those of development', async () => {
  const { stdout } = await promisify(execFile)('npm run -s sbom', {
    cwd: fileURLToPath(ROOT),
    shell: true,
    maxBuffer: MAX_BYTES,
  });
  const bom: { bomFormat: string; metadata: { component: { purl: string } }; components: Component[] } =
    JSON.parse(stdout);
  const manifest = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8'));
  const service = bom.components.filter(
    ({ properties = [] }) => !properties.some(({ name }) => name === DEVELOPMENT),
  );

  assert.equal(bom.bomFormat, 'CycloneDX');
  assert.equal(bom.metadata.component.purl, `pkg:npm/guiche@${manifest.version}`);
  assert.deepEqual(
    new Set(service.map((component) => component['bom-ref'])),
    new Set((await productionPackages()).keys()),
  );
  assert.deepEqual(
    service.filter(({ hashes }) => hashes?.[0]?.alg !== 'SHA-512').map((component) => component['bom-ref']),
    [],
  );
});
