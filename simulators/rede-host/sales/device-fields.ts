import { type Fields, isMissing } from '../../host/fields.ts';
import { type HostCode, refuse } from '../return-codes.ts';

interface DeviceField {
  readonly name: string;
  readonly missing: HostCode;
  /** Absent where any size is valid. */
  readonly size?: { readonly code: HostCode; readonly max: number };
  readonly format: { readonly code: HostCode; readonly fits: (value: unknown) => boolean };
}

const MAX_SCREEN_DIGITS = 6;

/** In the order of the codes (docs/contract/acquirers.md A.5): 3000–3006 missing, 3007–3012 size, 3013–3019 format. */
const DEVICE_FIELDS: readonly DeviceField[] = [
  {
    name: 'colorDepth',
    missing: '3000',
    size: { code: '3007', max: 2 },
    format: { code: '3013', fits: isCount },
  },
  {
    name: 'deviceType3ds',
    missing: '3001',
    size: { code: '3008', max: 20 },
    format: { code: '3014', fits: (value) => value === 'BROWSER' || value === 'SDK' },
  },
  {
    name: 'javaEnabled',
    missing: '3002',
    format: { code: '3015', fits: (value) => typeof value === 'boolean' },
  },
  {
    name: 'language',
    missing: '3003',
    size: { code: '3009', max: 8 },
    format: {
      code: '3016',
      fits: (value) => typeof value === 'string' && /^[A-Za-z]+(-[A-Za-z0-9]+)*$/.test(value),
    },
  },
  {
    name: 'timeZoneOffset',
    missing: '3004',
    size: { code: '3010', max: 4 },
    format: { code: '3017', fits: isOffset },
  },
  {
    name: 'screenHeight',
    missing: '3005',
    size: { code: '3011', max: MAX_SCREEN_DIGITS },
    format: { code: '3018', fits: isCount },
  },
  {
    name: 'screenWidth',
    missing: '3006',
    size: { code: '3012', max: MAX_SCREEN_DIGITS },
    format: { code: '3019', fits: isCount },
  },
];

/**
 * Validates the buyer's device: first missing fields, then sizes, then formats. Names may begin with a capital, as an
 * official client writes them.
 */
export function checkDevice(device: Fields): void {
  const fields = DEVICE_FIELDS.map((field) => ({ ...field, value: fieldOf(device, field.name) }));
  for (const { value, missing } of fields) {
    if (isMissing(value)) throw refuse(missing);
  }
  for (const { value, size } of fields) {
    if (size && String(value).length > size.max) throw refuse(size.code);
  }
  for (const { value, format } of fields) {
    if (!format.fits(value)) throw refuse(format.code);
  }
}

function fieldOf(device: Fields, name: string): unknown {
  return device[name] ?? device[`${name.charAt(0).toUpperCase()}${name.slice(1)}`];
}

/** A number, or its text: clients send both. */
function isCount(value: unknown): boolean {
  return /^[1-9]\d*$/.test(String(value)) && typeof value !== 'object';
}

/** Hours or minutes, with either sign: the sources disagree (docs/contract/acquirers.md A.5). */
function isOffset(value: unknown): boolean {
  return /^[+-]?\d+$/.test(String(value)) && typeof value !== 'object';
}
