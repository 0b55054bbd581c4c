export { faultText } from './fault-text.ts';
export { Bool, Int, IntegerText, Text } from './fields.ts';
export { isLoopback } from './loopback.ts';
export { finishRoutes } from './methods.ts';
export { registerOperatorRoutes } from './operator-routes.ts';
export { compileReader, FieldFault } from './reader.ts';
export { registerReference } from './reference.ts';
export { httpRefuse } from './refusals.ts';
export { BODY_LIMIT_BYTES, createHttp } from './server.ts';
