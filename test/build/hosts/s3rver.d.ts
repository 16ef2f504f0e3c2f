/** The part of s3rver that tests use; it comes without types. */
declare module "s3rver" {
  import type { EventEmitter } from "node:events";
  import type { AddressInfo } from "node:net";

  export default class S3rver extends EventEmitter {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      allowMismatchedSignatures: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
