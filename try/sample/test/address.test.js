import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf } from "../src/address.js";

test("a title becomes an address that reads well", () => {
  assert.equal(addressOf("Low Tide, 6 am"), "low-tide-6-am");
});
