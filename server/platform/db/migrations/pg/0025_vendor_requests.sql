CREATE TABLE "contract_act" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"detail" text NOT NULL,
	"reason" text NOT NULL,
	"user_id" text NOT NULL,
	"second_id" text,
	"at" bigint NOT NULL,
	"done_at" bigint,
	CONSTRAINT "contract_act_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "vendor_request" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"tenant" text NOT NULL,
	"open_key" text NOT NULL,
	"state" text NOT NULL,
	"payload" jsonb NOT NULL,
	"added" jsonb,
	"reason" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"at" bigint NOT NULL,
	"answered_id" text,
	"answered_by" text,
	"answered_at" bigint,
	CONSTRAINT "vendor_request_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE INDEX "contract_act_at" ON "contract_act" USING btree ("cid","at");--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_request_open" ON "vendor_request" USING btree ("cid","open_key");--> statement-breakpoint
CREATE INDEX "vendor_request_at" ON "vendor_request" USING btree ("cid","at");