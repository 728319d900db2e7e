CREATE TABLE "contract_span" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"plan" text NOT NULL,
	"net_cents" bigint NOT NULL,
	"from_at" bigint NOT NULL,
	"until_at" bigint,
	CONSTRAINT "contract_span_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE INDEX "contract_span_from" ON "contract_span" USING btree ("cid","from_at");