CREATE TABLE "attachment" (
	"sha256" text NOT NULL,
	"start" integer NOT NULL,
	"cid" text NOT NULL,
	"task_id" text NOT NULL,
	"device" text NOT NULL,
	"size" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "attachment_cid_sha256_start_pk" PRIMARY KEY("cid","sha256","start")
);
--> statement-breakpoint
CREATE INDEX "attachment_task" ON "attachment" USING btree ("cid","task_id");