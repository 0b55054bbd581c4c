import Type from 'typebox';
import { compileReader, FieldFault } from '../../../../platform/http/index.ts';
import { fieldRefusal } from '../../../transactions/rules/field-refusal.ts';
import type { Device } from '../payment.ts';
import { refuseCard } from '../refusals.ts';
import type { SentBuyer } from '../sale/card-sale.ts';
import { DeviceBody } from './schema.ts';

const readDevice = compileReader(Type.Object({ device: DeviceBody }));
const readFields = Object.entries(DeviceBody.properties).map(([name, field]) =>
  compileReader(Type.Object({ [name]: Type.Optional(field) })),
);

/** The buyer's browser: with 3-D Secure every field is required, and the first fault is reported. */
export function readBuyer({
  userAgent,
  device,
}: {
  readonly userAgent?: string | undefined;
  readonly device?: unknown;
}): SentBuyer {
  if (userAgent === undefined && isAbsent(device)) return { kind: 'none' };
  if (userAgent === undefined) {
    return { kind: 'incomplete', refusal: refuseCard('user_agent_required', { field: 'userAgent' }) };
  }
  try {
    return { kind: 'complete', device: { userAgent, ...readDevice({ device }).device } };
  } catch (error) {
    if (error instanceof FieldFault) return { kind: 'incomplete', refusal: fieldRefusal(error) };
    throw error;
  }
}

/** The fields that can be read, for the answer; undefined when it is not an object. */
export function readableDevice(device: unknown): Partial<Device> | undefined {
  if (typeof device !== 'object' || device === null || Array.isArray(device)) return undefined;
  return Object.assign({}, ...readFields.map((read) => valueOr(() => read(device), {})));
}

function valueOr<Value, Other>(read: () => Value, other: Other): Value | Other {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldFault) return other;
    throw error;
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
